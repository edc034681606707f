/** What the page wants the frame around it to say. */
export const frame = $state({ title: "", alert: false });
