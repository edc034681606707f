import { mount } from "svelte";
import "../../crates/core/scene.css";
import "./app.css";
import App from "./App.svelte";
import { learnClauses } from "./lib/clauses";
import { followLinks } from "./lib/route.svelte";
import { keepShell } from "./lib/shell";
import { keepSettings } from "./lib/settings.svelte";
import { keepCounting } from "./lib/turns.svelte";

keepSettings();
followLinks();
keepShell();
keepCounting();
void learnClauses();
mount(App, { target: document.getElementById("app")! });
