// Opening and saving records, and links.

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { openDialog } from "./dialog.js";

const largest = 120_000; // bytes of a record, what fits into a message

// copy puts a text on the clipboard and reports whether that worked.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no permission, or no clipboard outside https and localhost
  }
}

// linkField shows an address with a button that copies it.
export function linkField(id, label, address) {
  const input = h("input", { type: "text", id, readonly: true, value: address, "aria-label": label, onfocus: (e) => e.target.select() });
  const button = h("button", { type: "button", id: `${id}-copy` }, t("copy"));
  button.addEventListener("click", async () => {
    if (await copy(address)) button.textContent = t("copied");
    else input.focus();
  });
  return h("div", { class: "row-of" }, input, button);
}

// openShare shows the addresses of a game: to watch it, and of the position.
export function openShare({ game, seat, position }) {
  const field = (id, label, address, note) => h("div", { class: "stack" }, h("label", { for: id, class: "label" }, label), linkField(id, label, address), note ? h("p", { class: "note" }, note) : "");
  openDialog(t("do.share"), () => [
    seat ? field("link-seat", t("linkSeat"), seat, t("linkSeatNote")) : "",
    field("link-game", t("linkGame"), game, t("linkGameNote")),
    field("link-position", t("linkPosition"), position, t("linkPositionNote")),
  ]);
}

// openSave offers the formats that the server writes a game in; fetchFile(format) brings
// the file of one: text, name.
export function openSave(formats, fetchFile) {
  const text = h("textarea", { id: "record-text", rows: 6, readonly: true, "aria-label": t("record") });
  const failed = h("p", { class: "error", role: "alert" });
  let file = null;
  const show = async (format) => {
    failed.textContent = "";
    try {
      file = await fetchFile(format.name);
      text.value = file.text;
    } catch (e) {
      text.value = "";
      failed.textContent = e.message;
    }
    download.disabled = !text.value;
  };
  const download = h("button", { type: "button", class: "primary", id: "download", disabled: true }, icon("save"), t("download"));
  download.addEventListener("click", () => saveFile(file.name, file.text));
  openDialog(t("do.save"), () => [
    h("fieldset", null, h("legend", null, t("format")), h("div", { class: "choice" }, formats.map((format, i) => h("label", null, h("input", { type: "radio", name: "format", value: format.name, checked: i === 0, onchange: () => show(format) }), h("span", null, formatTitle(format.name)))))),
    text,
    failed,
    h("div", { class: "dialog-foot" }, h("button", { type: "button", onclick: (e) => copy(text.value).then((done) => done && (e.target.textContent = t("copied"))) }, t("copy")), download),
  ]);
  show(formats[0]);
}

function formatTitle(name) {
  if (name === "moves" || name === "board") return t(name);
  return name === "psq" ? name : name.toUpperCase();
}

function saveFile(name, content) {
  const address = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// openRecord takes a file or pasted text; onOpen is called with { text } and returns an
// error's text or nothing.
export function openRecord(onOpen) {
  const failed = h("p", { class: "error", role: "alert" });
  const area = h("textarea", { id: "record-paste", rows: 6, spellcheck: "false", placeholder: "h8 i9 g7 …", "aria-label": t("recordText") });
  openDialog(t("do.open"), (close) => {
    const open = async (record) => {
      const problem = await onOpen(record);
      if (problem) failed.textContent = problem;
      else close();
    };
    const file = h("input", { type: "file", id: "record-file", class: "hidden", tabindex: "-1", "aria-label": t("chooseFile"), accept: ".psq,.sgf,.ggf,.txt,.obf,.rec" });
    file.addEventListener("change", async () => {
      const [chosen] = file.files;
      if (!chosen) return;
      if (chosen.size > largest) failed.textContent = t("tooLarge");
      else open({ text: await chosen.text() });
    });
    return [
      h("p", { class: "note" }, t("openNote")),
      h("div", null, file, h("button", { type: "button", id: "choose-file", onclick: () => file.click() }, icon("open"), t("chooseFile"))),
      h("div", { class: "stack" }, h("label", { for: "record-paste", class: "label" }, t("recordText")), area),
      failed,
      h("div", { class: "dialog-foot" }, h("button", { type: "button", class: "primary", id: "open-text", onclick: () => open({ text: area.value }) }, t("openText"))),
    ];
  });
}
