import { render } from "solid-js/web";

const root = document.getElementById("app");
if (root === null) throw new Error("index.html has no #app");
render(() => <p>The table is being set.</p>, root);
