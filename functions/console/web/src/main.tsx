import { render } from "preact";
import { App } from "./app";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/labels.css";
import "./styles/cards.css";
import "./styles/debate.css";
import "./styles/pages.css";
import "./styles/reference.css";
import "./styles/print.css";

const page = document.getElementById("page");
if (page !== null) render(<App />, page);
