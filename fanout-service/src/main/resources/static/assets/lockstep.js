// The overview, asked for every two seconds. No framework and no build: nodes are made by hand, texts are never HTML.
const EVERY = 2000;
const PATIENCE = 10000;
const KEY = "lockstep-api-key";
const $ = (id) => document.getElementById(id);
const shown = new Map();
let lastAnswer = null;
let timer = null;

/* ---------- making nodes ---------- */

function h(tag, attributes, ...children) {
  const node = document.createElement(tag);
  fillIn(node, attributes, children);
  return node;
}

function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fillIn(node, attributes, children);
  return node;
}

function fillIn(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
}

/** Puts new nodes in place only when what they show has changed, so that selection and focus stay. */
function show(id, data, make) {
  const text = JSON.stringify(data);
  if (shown.get(id) === text) return;
  shown.set(id, text);
  $(id).replaceChildren(...[make()].flat());
}

/* ---------- words for numbers ---------- */

const whole = new Intl.NumberFormat("en");
const count = (number) => whole.format(number ?? 0);
const plural = (number, one, many = one + "s") => `${count(number)} ${number === 1 ? one : many}`;

function duration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 172_800_000) return `${Math.round(ms / 3_600_000)} h`;
  return `${Math.round(ms / 86_400_000)} days`;
}

function percent(share) {
  const value = share * 100;
  if (value === 0) return "0 %";
  if (value < 0.01) return "< 0.01 %";
  return `${value < 1 ? value.toFixed(2) : value < 10 ? value.toFixed(1) : Math.round(value)} %`;
}

function ago(instant, now) {
  const ms = Math.max(0, new Date(now) - new Date(instant));
  return ms < 5000 ? "just now" : `${duration(ms)} ago`;
}

const clockTime = (instant) => new Date(instant).toLocaleTimeString();
const when = (instant, now) => h("time", { datetime: instant, title: instant }, ago(instant, now));

/* ---------- states ---------- */

const STATES = {
  ACTIVE: ["good", "In step", null],
  UNVERIFIED: ["warn", "Unverified", "Nothing is known about the copies yet: no fill and no full check has ended."],
  FILLING: ["calm", "Filling", null],
  PAUSED: ["warn", "Paused", "Nothing is written. Changed keys are remembered and checked on resume."],
  BROKEN: ["bad", "Broken", "Something outside must be mended first."],
};

function badge(kind, text) {
  return h("span", { class: `badge ${kind}` }, text);
}

function sentence(overview) {
  const models = overview.models;
  if (models.length === 0) return "No model is registered yet.";
  const broken = models.filter((model) => model.state === "BROKEN");
  const held = models.filter((model) => model.deadLetters > 0 || model.contested > 0);
  const paused = models.filter((model) => model.state === "PAUSED");
  const open = models.filter((model) => model.state === "UNVERIFIED" || model.openGaps.length > 0);
  const filling = models.filter((model) => model.state === "FILLING");
  const parts = [];
  if (broken.length) parts.push(`Broken: ${names(broken)}.`);
  if (held.length) parts.push(`Copies need a person: ${names(held)}.`);
  if (paused.length) parts.push(`Paused: ${names(paused)}.`);
  if (filling.length) parts.push(`Being filled: ${names(filling)}.`);
  const unproven = open.filter((model) => ![broken, filling, paused].some((group) => group.includes(model)));
  if (unproven.length) parts.push(`Not verified yet: ${names(unproven)}.`);
  if (parts.length === 0) {
    const unseen = models.filter((model) => !model.verifiedThrough);
    const proof = unseen.length === 0 ? "." : unseen.length === models.length
      ? "; no full check has proven it yet."
      : `; no full check has proven it yet for ${names(unseen)}.`;
    return `${plural(models.length, "model")}, all in step${proof}`;
  }
  const calm = models.filter((model) => model.state === "ACTIVE" && !held.includes(model) && !open.includes(model));
  if (calm.length) parts.push(calm.length === 1 ? "One other is in step." : `${count(calm.length)} others are in step.`);
  return parts.join(" ");
}

function names(models) {
  const all = models.map((model) => model.model);
  return all.length > 3 ? `${count(all.length)} models` : all.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/* ---------- models ---------- */

function modelCards(overview) {
  if (overview.models.length === 0) return noModel(overview);
  return overview.models.map((model) => modelCard(model, overview.now));
}

function noModel(overview) {
  const store = overview.stores[0]?.store ?? "shop";
  const example = {
    lockstep: 1,
    model: "order-customer",
    source: { store, collection: "customers", key: { customerId: "_id" } },
    copies: [
      { collection: "orders", pointer: { customerId: "customerId" }, fields: { customerName: "name" }, strategy: "stream" },
    ],
  };
  const command =
    `curl -X POST ${location.origin}/api/v1/models \\\n` +
    `  -H 'Content-Type: application/json' -H 'X-Lockstep: 1' \\\n` +
    (sessionStorage.getItem(KEY) ? `  -H "Authorization: Bearer $LOCKSTEP_API_KEY" \\\n` : "") +
    `  -d '${JSON.stringify(example, null, 2)}'`;
  return h("div", { class: "card empty" },
    h("p", {}, "No model is registered yet: nothing is read and nothing is written."),
    "A model names one source of truth and its copies. Register one, or plan it first at /api/v1/plans, which writes nothing:",
    h("pre", { tabindex: 0 }, command));
}

function modelCard(model, now) {
  const [kind, word, meaning] = STATES[model.state] ?? ["calm", model.state, null];
  const reason = model.stateReason ?? (model.state === "ACTIVE" ? null : meaning);
  return h("article", { class: "card", "aria-label": model.model },
    h("div", { class: "model-head" },
      h("h3", {}, model.model),
      badge(kind, word),
      h("span", { class: "about" }, model.description ?? "")),
    reason ? h("p", { class: `reason ${model.state === "BROKEN" ? "bad" : ""}` }, reason) : null,
    model.openGaps.map((gap) => h("p", { class: "reason" }, `Gap: ${gap.reason}.`, " Opened ", when(gap.openedAt, now), ".")),
    model.deletesHeld > 0
      ? h("p", { class: "reason bad" }, `${count(model.deletesHeld)} deletes of sources are held: they would change more`,
        ` copies than is allowed. If they are meant: POST /api/v1/models/${model.model}/release-deletes`)
      : null,
    facts(model, now),
    model.copies.map((copy) => copyRow(model, copy, now)));
}

function facts(model, now) {
  const fact = (name, value, kind = "") => h("div", {}, h("dt", {}, name), h("dd", { class: kind }, value));
  const some = (number, kind) => (number > 0 ? kind : "");
  const streamed = model.copies.some((copy) => copy.strategy !== "repair");
  return h("dl", { class: "facts" },
    fact("Verified through", model.verifiedThrough ? when(model.verifiedThrough, now) : "Never verified",
      model.verifiedThrough ? "" : "warn"),
    streamed ? fact("Capture lag", model.captureLagMs === undefined ? "No stream yet" : duration(model.captureLagMs)) : null,
    streamed ? fact("Backlog", model.backlog === undefined ? "Not running here" : count(model.backlog)) : null,
    model.deletesWaiting > 0 ? fact("Deletes waiting", count(model.deletesWaiting)) : null,
    model.tasks + model.tasksPaused > 0 ? fact("Large fan-outs", count(model.tasks + model.tasksPaused)) : null,
    model.waitingKeys > 0 ? fact("Waiting keys", count(model.waitingKeys), "warn") : null,
    fact("Open gaps", count(model.openGaps.length), some(model.openGaps.length, "warn")),
    fact("Dead letters", count(model.deadLetters), some(model.deadLetters, "bad")),
    streamed ? fact("Foreign writes", count(model.foreignWrites)) : null,
    model.contested > 0 ? fact("Contested", count(model.contested), "bad") : null,
    model.lastRun && model.lastRun.status === "RUNNING"
      ? fact(`Run ${model.lastRun.id}`, `${model.lastRun.kind}, ${count(model.lastRun.scanned)} looked at`) : null,
    fact("Revision", count(model.revision)));
}

function copyRow(model, copy, now) {
  return h("div", { class: "copy" },
    h("div", { class: "where" },
      h("div", { class: "route" },
        h("span", { class: "mono" }, model.source ?? ""),
        h("span", { class: "arrow", "aria-label": "to" }, "→"),
        h("span", { class: "mono" }, copy.at)),
      h("ul", { class: "fields" }, copy.fields.map((field) =>
        h("li", { class: "mono" }, `${field.source} → ${field.copy}`))),
      h("div", { class: "sub" }, copy.strategy + (copy.mode === "observe" ? ", observed only" : ""))),
    h("div", { class: "fresh" }, freshness(copy)),
    h("div", {}, drift(copy, now)),
    h("div", {}, written(copy)));
}

function freshness(copy) {
  const { p50Ms, p99Ms, objectiveMs, met } = copy.freshness;
  const head = h("div", { class: "label" }, "Freshness, p99");
  if (copy.strategy === "repair") {
    return [head, h("div", { class: "value none" }, "No stream: the repair job reconciles")];
  }
  const goal = objectiveMs === undefined ? null
    : h("div", { class: "sub" }, met === false
      ? badge("bad", `Over ${duration(objectiveMs)}`)
      : `objective ${duration(objectiveMs)}${met ? ", met" : ""}`);
  if (p99Ms === undefined) {
    const before = copy.history.some((point) => point !== null);
    return [head, h("div", { class: "spark-row" },
      h("div", {}, h("div", { class: "value none" }, before || copy.applied > 0 ? "No change lately" : "No change since start"), goal),
      before ? spark(copy.history, objectiveMs) : null)];
  }
  return [head, h("div", { class: "spark-row" },
    h("div", {},
      h("div", { class: `value ${met === false ? "bad" : ""}` }, duration(p99Ms)),
      h("div", { class: "sub" }, `p50 ${duration(p50Ms)}`), goal),
    spark(copy.history, objectiveMs))];
}

function spark(history, objective) {
  const points = history.map((value, index) => [index, value]).filter(([, value]) => value !== null);
  if (points.length < 2) return null;
  const top = Math.max(...points.map(([, value]) => value)) * 1.15 || 1;
  const x = (index) => ((index + 120 - history.length) / 119) * 100;
  const y = (value) => 39 - (value / top) * 37;
  const runs = [];
  for (const [index, value] of points) {
    const last = runs[runs.length - 1];
    if (last && index - last[last.length - 1][0] === 1) last.push([index, value]);
    else runs.push([[index, value]]);
  }
  const line = (run) => run.map(([i, v], n) => `${n ? "L" : "M"}${x(i).toFixed(2)} ${y(v).toFixed(2)}`).join("");
  const largest = Math.max(...points.map(([, value]) => value));
  return svg("svg", { class: "spark", viewBox: "0 0 100 40", preserveAspectRatio: "none", role: "img",
    "aria-label": `Freshness over ten minutes, at most ${duration(largest)}` },
    runs.filter((run) => run.length > 1).map((run) => svg("path", { class: "area",
      d: `${line(run)}L${x(run[run.length - 1][0]).toFixed(2)} 39L${x(run[0][0]).toFixed(2)} 39Z` })),
    svg("line", { class: "base", x1: 0, x2: 100, y1: 39, y2: 39 }),
    objective !== undefined && objective <= top
      ? svg("line", { class: "goal", x1: 0, x2: 100, y1: y(objective), y2: y(objective) }) : null,
    runs.map((run) => svg("path", { class: "line", d: line(run) })));
}

function drift(copy, now) {
  const head = h("div", { class: "label" }, "Drift");
  const open = copy.findings > 0
    ? h("div", { class: "sub" }, badge("warn", `${plural(copy.findings, "finding")} open`)) : null;
  if (!copy.drift) return [head, h("div", { class: "value none" }, "Never measured"), open];
  const { ratio, low, high, compared, wrong, full, at } = copy.drift;
  const over = copy.driftObjective !== undefined && ratio > copy.driftObjective;
  return [head,
    h("div", { class: `value ${over ? "bad" : wrong > 0 ? "warn" : ""}` }, percent(ratio)),
    h("div", { class: "sub" }, full
      ? `${count(wrong)} of all ${count(compared)} copies`
      : `${percent(low)} to ${percent(high)} at 95 %, ${count(wrong)} of ${count(compared)} sampled`),
    h("div", { class: "sub" }, when(at, now)),
    open];
}

function written(copy) {
  const head = h("div", { class: "label" }, "Copies written");
  if (copy.applied === undefined) return [head, h("div", { class: "value none" }, "Not running here")];
  return [head,
    h("div", { class: "value" }, count(copy.applied)),
    copy.checkedFixed > 0 ? h("div", { class: "sub" }, `${count(copy.checkedFixed)} put right by checks`) : null,
    copy.failed > 0 ? h("div", { class: "sub" }, badge("bad", `${count(copy.failed)} failed`)) : null];
}

/* ---------- arriving, streams, stores, banners ---------- */

function recent(overview) {
  if (overview.recent.length === 0) {
    return h("div", { class: "card empty" }, overview.models.length === 0
      ? "Changes show up here as they reach their copies."
      : "No change since start. Change a source, and watch it arrive.");
  }
  return h("div", { class: "card" }, h("ul", { class: "rows" }, overview.recent.map((fanout) =>
    h("li", {},
      h("span", { class: "what mono" }, fanout.key),
      h("span", { class: "took" }, duration(fanout.tookMs)),
      h("span", { class: "what sub" }, `${fanout.model}, ${plural(fanout.applied, "copy", "copies")} in ${fanout.copy}`),
      h("span", { class: "when sub" }, when(fanout.durableAt, overview.now))))));
}

function tasks(overview) {
  return h("div", { class: "card" }, h("ul", { class: "rows" }, overview.tasks.map((task) =>
    h("li", {},
      h("span", { class: "what mono" }, task.sourceKey),
      h("span", { class: "took" }, task.state === "PAUSED" ? badge("warn", "Paused")
        : task.secondsLeft !== undefined ? `${duration(task.secondsLeft * 1000)} left` : "Under way"),
      h("span", { class: "what sub" }, `${task.model}, ${count(task.written)} of ${task.expected === undefined ? "?" : `about ${count(task.expected)}`} copies`,
        task.newerChanges > 0 ? `, ${plural(task.newerChanges, "newer change")} taken in` : ""),
      h("span", { class: "when sub" }, when(task.createdAt, overview.now))))));
}

const STREAMS = { RUNNING: "good", STARTING: "calm", STANDBY: "calm", BACKPRESSURE: "warn", RETRYING: "warn" };

function streams(overview) {
  if (overview.streams.length === 0) {
    return h("div", { class: "card empty" }, "No stream is open: no active model needs one.");
  }
  return h("div", { class: "card" }, h("ul", { class: "rows" }, overview.streams.map((stream) =>
    h("li", {},
      h("span", { class: "what" }, h("span", { class: "mono" }, `${stream.store}/${stream.partition}`), " ",
        badge(STREAMS[stream.state] ?? "bad", stream.state.toLowerCase().replaceAll("_", " "))),
      h("span", { class: "took" }, stream.lagMs === 0 ? "no lag" : `${duration(stream.lagMs)} behind`),
      h("span", { class: "what sub" }, stream.detail || "durable up to"),
      h("span", { class: "when sub" }, stream.durableUpTo ? when(stream.durableUpTo, overview.now) : "nothing yet")))));
}

const CONNECTIONS = { CONNECTED: ["good", "connected"], UNKNOWN: ["calm", "not asked yet"], UNREACHABLE: ["bad", "unreachable"], AUTH_FAILED: ["bad", "refuses the credentials"] };

function stores(overview) {
  if (overview.stores.length === 0) {
    return h("div", { class: "card empty" }, "No store is configured. Set lockstep.stores.NAME.kind and its address.");
  }
  return h("div", { class: "card" }, h("ul", { class: "rows" }, overview.stores.map((store) => {
    const [kind, word] = CONNECTIONS[store.connection] ?? ["calm", store.connection];
    return h("li", {},
      h("span", { class: "what" }, h("span", { class: "mono" }, store.store), " ", badge(kind, word)),
      h("span", { class: "sub" }, store.product ?? store.kind),
      store.detail ? h("span", { class: "what sub" }, store.detail) : null);
  })));
}

function banners(overview) {
  const made = [];
  const imitations = overview.stores.filter((store) => store.imitation).map((store) => store.store);
  if (imitations.length > 0) {
    made.push(h("p", { class: "banner warn" }, h("strong", {}, "The connected store is an imitation"),
      ` (${imitations.join(", ")}): a stand-in for demonstrations and tests. Its speed says nothing about the real product.`));
  }
  if (overview.writesPaused) {
    made.push(h("div", { class: "banner bad" }, h("strong", {}, "All writes are paused."),
      " Changed keys are remembered and checked after POST /api/v1/resume-writes."));
  }
  for (const file of overview.files) {
    made.push(h("div", { class: "banner bad" }, h("strong", {}, `${file.file} is not applied.`), " It is tried again every 15 seconds.",
      h("ul", {}, file.problems.slice(0, 5).map((problem) =>
        h("li", {}, problem.path ? h("code", {}, problem.path) : null, problem.path ? ": " : "", `${problem.message} ${problem.fix}`)))));
  }
  return made;
}

/* ---------- asking ---------- */

function render(overview) {
  $("key-form").hidden = true;
  $("content").hidden = false;
  document.body.classList.remove("stale");
  const coarse = { ...overview, now: Math.floor(new Date(overview.now) / EVERY) };
  show("banners", [overview.stores, overview.files, overview.writesPaused], () => banners(overview));
  show("sentence", overview.models, () => document.createTextNode(sentence(overview)));
  show("model-list", [overview.models, overview.stores.map((store) => store.store), coarse.now], () => modelCards(overview));
  show("recent", [overview.recent, overview.models.length, coarse.now], () => recent(overview));
  $("tasks-section").hidden = overview.tasks.length === 0;
  show("tasks", [overview.tasks, coarse.now], () => tasks(overview));
  show("streams", [overview.streams, coarse.now], () => streams(overview));
  show("stores", overview.stores, () => stores(overview));
  show("started", overview.startedAt, () => document.createTextNode(`, ${new Date(overview.startedAt).toLocaleString()}`));
  live("on", `Live, ${clockTime(overview.now)}`);
}

function live(kind, text) {
  $("live").className = `live ${kind}`;
  $("live").textContent = text;
}

function silent(reason) {
  document.body.classList.add("stale");
  live("off", lastAnswer ? `Not answering since ${clockTime(lastAnswer)}` : "Not answering");
  shown.delete("banners");
  $("banners").replaceChildren(h("p", { class: "banner bad", role: "alert" },
    h("strong", {}, "The service does not answer."),
    ` ${reason} ${lastAnswer ? "What is shown below is old." : ""} This page keeps asking.`));
}

function askForKey(wrong) {
  $("content").hidden = true;
  $("banners").replaceChildren(...(wrong ? [h("p", { class: "banner bad", role: "alert" }, "That is not the key of this service.")] : []));
  shown.clear();
  live("off", "Locked");
  if ($("key-form").hidden) {
    $("key-form").hidden = false;
    $("key").focus();
  }
}

async function ask() {
  clearTimeout(timer);
  const key = sessionStorage.getItem(KEY);
  try {
    const response = await fetch("/api/v1/overview", {
      headers: key ? { Authorization: `Bearer ${key}` } : {},
      signal: AbortSignal.timeout(PATIENCE),
      cache: "no-store",
    });
    if (response.status === 401) {
      sessionStorage.removeItem(KEY);
      askForKey(key !== null);
      return;
    }
    if (response.ok) {
      const overview = await response.json();
      lastAnswer = overview.now;
      render(overview);
    } else {
      const problem = await response.json().catch(() => ({}));
      silent(problem.detail ?? `It answered ${response.status}.`);
    }
  } catch (failure) {
    silent(failure instanceof DOMException ? "It took longer than ten seconds." : "It cannot be reached.");
  }
  timer = setTimeout(ask, document.hidden ? EVERY * 5 : EVERY);
}

$("key-form").addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, $("key").value.trim());
  $("key").value = "";
  ask();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && $("key-form").hidden) ask();
});
ask();
