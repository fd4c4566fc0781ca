"use strict";
(() => {
    const pageSize = 100;
    const entries = JSON.parse(document.getElementById("entries").textContent);
    const list = document.getElementById("list");
    const count = document.getElementById("count");
    const more = document.getElementById("more");
    const search = document.getElementById("search");
    const order = document.getElementById("order");
    const filters = [...document.querySelectorAll("[data-filter]")];
    const changes = [...document.querySelectorAll("[data-change]")];
    const grouped = new Intl.NumberFormat("en-US");
    let matching = entries;
    let shown = 0;

    // Text from a capture only ever becomes a text node.
    function element(name, className, text) {
        const node = document.createElement(name);
        if (className) node.className = className;
        if (text !== undefined) node.textContent = text;
        return node;
    }

    function size(bytes) {
        if (bytes === undefined) return "";
        if (bytes < 1000) return bytes + " B";
        const [value, unit] = bytes < 1e6 ? [bytes / 1e3, "kB"] : bytes < 1e9 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
        return value.toFixed(value < 10 ? 1 : 0) + " " + unit;
    }

    function time(milliseconds) {
        if (milliseconds === undefined) return "";
        if (milliseconds < 1000) return milliseconds.toFixed(milliseconds < 10 ? 1 : 0) + " ms";
        return (milliseconds / 1000).toFixed(milliseconds < 10000 ? 1 : 0) + " s";
    }

    function request(entry) {
        const node = element("span", "request");
        if (entry.url === undefined) {
            node.textContent = entry.name;
            return node;
        }
        const end = /^[a-z0-9+.-]+:\/\/[^/?#]*/i.exec(entry.url);
        if (end) node.append(element("span", "host", end[0].replace(/^https?:\/\//i, "")));
        node.append(end ? entry.url.slice(end[0].length) : entry.url);
        return node;
    }

    function item(entry) {
        const row = element("li");
        const details = element("details");
        const summary = element("summary");
        summary.append(
            element("span", "verdict " + entry.verdict, entry.verdict), " ",
            element("span", "status", entry.status === undefined ? "" : String(entry.status)), " ",
            element("span", "method", entry.method || ""), " ",
            request(entry), " ",
            element("span", "type", entry.type), " ",
            element("span", "size", size(entry.bytes)), " ",
            element("span", "time", time(entry.time)));
        const notes = element("span", "notes");
        if (entry.code) notes.append(element("span", "failure", entry.code), " ");
        if (entry.change) notes.append(element("span", entry.change, entry.change));
        if (notes.hasChildNodes()) summary.append(" ", notes);
        details.append(summary);
        details.addEventListener("toggle", () => {
            if (details.open && details.childElementCount === 1) details.append(detail(entry));
        });
        row.append(details);
        return row;
    }

    function detail(entry) {
        const node = element("div", "detail");
        node.append(element("p", "origin", entry.name));
        if (entry.error) node.append(errorText(entry.error));
        if (entry.differences) {
            const differences = element("ul", "differences");
            for (const line of entry.differences.split("\n")) differences.append(element("li", "", line));
            node.append(element("h3", "", "Changes"), differences);
        }
        if (entry.findings) {
            node.append(element("h3", "", "Findings"));
            for (const line of entry.findings.split("\n")) node.append(element("p", "", line));
        }
        if (entry.fields) node.append(element("h3", "", "Header fields"), fields(entry.fields));
        if (entry.image) {
            const image = element("img");
            image.src = "data:image/png;base64," + entry.image;
            image.alt = "Thumbnail of the image";
            node.append(element("h3", "", entry.imageSize), image);
        }
        if (entry.body) node.append(element("h3", "", entry.error ? "Body of the error" : "Body"), outline(entry.body));
        return node;
    }

    function fields(text) {
        const node = element("ul", "fields");
        for (const line of text.split("\n")) {
            const colon = line.indexOf(": ");
            const row = element("li");
            row.append(element("span", "dim", line.slice(0, colon + 1)), line.slice(colon + 1));
            node.append(row);
        }
        return node;
    }

    // Marks the parts of an error as the command does on a terminal.
    function errorText(text) {
        const node = element("pre");
        node.tabIndex = 0;
        node.setAttribute("role", "group");
        node.setAttribute("aria-label", "Error");
        text.split("\n").forEach((line, index) => {
            if (index > 0) node.append("\n");
            const bar = line.startsWith("    ") ? line.indexOf("|") : -1;
            if (bar >= 0) {
                const rest = line.slice(bar + 1);
                const isCaret = /^[ ^]*\^[ ^]*$/.test(rest);
                node.append(element("span", "dim", line.slice(0, bar + 1)), element("span", isCaret ? "caret" : "", rest));
                return;
            }
            const kind = index === 0 ? "headline" : line.startsWith("  hint:") ? "hint"
                : line.startsWith("  warning:") ? "warning" : "dim";
            node.append(element("span", kind, line));
        });
        return node;
    }

    // Folds lines below the less indented line before them.
    function outline(text) {
        const root = element("div", "outline");
        const lines = text.split("\n");
        const indentations = lines.map((line) => line.search(/\S|$/));
        const open = [{ indentation: -1, node: root }];
        lines.forEach((line, index) => {
            while (open[open.length - 1].indentation >= indentations[index] && open.length > 1) open.pop();
            const parent = open[open.length - 1].node;
            const content = line.trimStart();
            if (index + 1 === lines.length || indentations[index + 1] <= indentations[index]) {
                parent.append(element("div", "", content));
                return;
            }
            const details = element("details");
            const inner = element("div");
            details.open = open.length === 1 || lines.length <= 12;
            details.append(element("summary", "", content), inner);
            parent.append(details);
            open.push({ indentation: indentations[index], node: inner });
        });
        return root;
    }

    function haystack(entry) {
        if (entry.haystack === undefined) {
            const error = (entry.error || "").split("\n", 1)[0];
            entry.haystack = [entry.name, entry.method, entry.url, entry.type, error].join(" ").toLowerCase();
        }
        return entry.haystack;
    }

    function showMore(takesFocus) {
        const items = matching.slice(shown, shown + pageSize).map(item);
        list.append(...items);
        shown += items.length;
        more.hidden = shown >= matching.length;
        if (takesFocus && items.length > 0) items[0].querySelector("summary").focus();
    }

    function apply() {
        const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        const conditions = filters.filter((filter) => filter.value !== "").map((filter) => [filter.dataset.filter, filter.value]);
        matching = entries.filter((entry) =>
            conditions.every(([name, value]) => String(entry[name]) === value)
            && words.every((word) => haystack(entry).includes(word)));
        if (order.value) matching.sort((left, right) => (right[order.value] ?? -1) - (left[order.value] ?? -1));
        const selected = filters.find((filter) => filter.dataset.filter === "change");
        for (const button of changes) button.setAttribute("aria-pressed", String(button.dataset.change === selected.value));
        list.replaceChildren();
        shown = 0;
        showMore(false);
        count.textContent = grouped.format(matching.length) + " of " + grouped.format(entries.length)
            + (entries.length === 1 ? " response" : " responses");
    }

    search.addEventListener("input", apply);
    order.addEventListener("change", apply);
    for (const filter of filters) filter.addEventListener("change", apply);
    for (const button of changes) {
        button.addEventListener("click", () => {
            const filter = filters.find((filter) => filter.dataset.filter === "change");
            filter.value = filter.value === button.dataset.change ? "" : button.dataset.change;
            apply();
        });
    }
    more.addEventListener("click", () => showMore(true));
    document.getElementById("clear").addEventListener("click", () => {
        for (const control of [search, order, ...filters]) control.value = "";
        apply();
        search.focus();
    });
    apply();
})();
