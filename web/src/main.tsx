import "./style/base.css";
import "./style/controls.css";
import "./style/story.css";
import "./style/dice.css";
import "./style/table.css";
import "./style/cast.css";
import "./style/fight.css";
import "./style/sheet.css";
import "./style/screens.css";
import "./style/house.css";
import "./style/phone.css";
import { render } from "solid-js/web";
import { showLight } from "./parts/light";
import { App } from "./screens/app";

const root = document.getElementById("app");
if (root === null) throw new Error("index.html has no #app");
showLight();
render(() => <App />, root);
