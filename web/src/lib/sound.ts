/** Three small sounds, made on the spot: dice, something happened, your turn. Silent unless the settings say otherwise. */
import { settings } from "./settings.svelte";

let audio: AudioContext | undefined;

function tone(at: number, pitch: number, length: number, loud: number, type: OscillatorType): void {
  const context = (audio ??= new AudioContext());
  const start = context.currentTime + at;
  const voice = new OscillatorNode(context, { frequency: pitch, type });
  const volume = new GainNode(context, { gain: loud });
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + length);
}

export function play(sound: "dice" | "event" | "turn"): void {
  if (!settings.sound) return;
  if (sound === "dice") for (let i = 0; i < 5; i++) tone(i * 0.07, 180 + 140 * ((i * 7) % 5), 0.05, 0.12, "triangle");
  if (sound === "event") tone(0, 520, 0.18, 0.05, "sine");
  if (sound === "turn") [523, 784].forEach((pitch, i) => tone(i * 0.14, pitch, 0.5, 0.08, "sine"));
}
