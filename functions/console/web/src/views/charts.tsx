/** The report's two charts. What they show stands beside them in words and tables, too. */

import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  LinearScale,
  PointElement,
  ScatterController,
  Tooltip,
} from "chart.js";
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Label, LABELS, type SessionReport } from "../api/shapes";
import { isDark } from "../parts/theme";
import { clock, percent } from "../words/reasons";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, PointElement, ScatterController, Tooltip);

Chart.defaults.font.family = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

const POINT_STYLES = {
  True: "circle",
  "Mostly True": "rectRounded",
  Mixed: "rectRot",
  "Mostly False": "triangle",
  False: "crossRot",
  Unverifiable: "star",
} as const satisfies Record<Label, string>;

interface Palette {
  text: string;
  line: string;
  labels: Record<Label, string>;
}

/** The colours of the theme that is on show, as a canvas takes them. */
function palette(): Palette {
  const probe = document.documentElement.appendChild(document.createElement("i"));
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const labels = Object.fromEntries(
    LABELS.map((label) => [label, colour(`--${label.toLowerCase().replace(" ", "-")}`)]),
  ) as Record<Label, string>;
  const palette = { text: colour("--muted"), line: colour("--line"), labels };
  probe.remove();
  return palette;
}

function Drawn({ name, class: kind, config }: { name: string; class: string; config: (colours: Palette) => ChartConfiguration }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let chart: Chart | null = null;
    const stop = effect(() => {
      // Read so that a change of theme draws anew.
      void isDark.value;
      chart?.destroy();
      if (canvas.current !== null) chart = new Chart(canvas.current, config(palette()));
    });
    return () => {
      stop();
      chart?.destroy();
    };
  }, [config]);
  return (
    <div class={`chart ${kind}`}>
      <canvas ref={canvas} role="img" aria-label={name} />
    </div>
  );
}

/** Verdicts by speaker, stacked by label. */
export function SpeakerChart({ report }: { report: SessionReport }) {
  const speakers = report.speakers.map((one) => one.speaker ?? "Not named");
  const words = report.speakers.map((one) => `${one.speaker ?? "Not named"}: ${one.claims} claims`).join("; ");
  const config = ({ text, line, labels }: Palette): ChartConfiguration => ({
    type: "bar",
    data: {
      labels: speakers,
      datasets: LABELS.map((label) => ({
        label,
        data: report.speakers.map((one) => one.labels[label] ?? 0),
        backgroundColor: labels[label],
        borderRadius: 3,
        barThickness: 26,
      })),
    },
    options: {
      indexAxis: "y",
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      scales: {
        x: { stacked: true, ticks: { precision: 0, color: text }, grid: { color: line }, border: { display: false } },
        y: { stacked: true, ticks: { color: text }, grid: { display: false }, border: { display: false } },
      },
    },
  });
  return <Drawn name={`Verdicts by speaker. ${words}`} class={`chart-bars rows-${Math.min(4, speakers.length)}`} config={config} />;
}

/** When each claim was made, and what it came to. */
export function TimelineChart({ report }: { report: SessionReport }) {
  const rows = [...LABELS].reverse();
  const points = report.timeline.map((entry) => ({ x: (entry.at_ms ?? 0) / 1000, y: rows.indexOf(entry.label) }));
  const config = ({ text, line, labels }: Palette): ChartConfiguration => {
    const colours = report.timeline.map((entry) => labels[entry.label]);
    return {
      type: "scatter",
      data: {
        datasets: [
          {
            data: points,
            pointRadius: 7,
            pointHoverRadius: 9,
            pointBorderWidth: 2.5,
            pointStyle: report.timeline.map((entry) => POINT_STYLES[entry.label]),
            backgroundColor: colours,
            borderColor: colours,
          },
        ],
      },
      options: {
        animation: false,
        responsive: true,
        maintainAspectRatio: false,
        scales: {
          x: {
            type: "linear",
            min: 0,
            ticks: { color: text, callback: (value) => clock(Number(value) * 1000) },
            grid: { display: false },
            border: { color: line },
          },
          y: {
            type: "linear",
            min: -0.5,
            max: rows.length - 0.5,
            afterBuildTicks: (axis) => {
              axis.ticks = rows.map((_, value) => ({ value }));
            },
            ticks: { color: text, callback: (value) => rows[Number(value)] ?? "" },
            grid: { color: line },
            border: { display: false },
          },
        },
        plugins: {
          tooltip: {
            callbacks: {
              label: ({ dataIndex }) => {
                const entry = report.timeline[dataIndex];
                if (entry === undefined) return "";
                return `${entry.speaker ?? "Not named"}: ${entry.claim} (${percent(entry.confidence)} sure)`;
              },
            },
          },
        },
      },
    };
  };
  return <Drawn name={`Timeline of ${report.timeline.length} verdicts; each claim is listed below with its time`} class="chart-timeline" config={config} />;
}
