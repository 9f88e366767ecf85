// What scrolls can be reached by the Tab key, and headings of the navigation have a level.
document.addEventListener("DOMContentLoaded", () => {
    for (const each of document.querySelectorAll("pre, .table-wrapper")) each.tabIndex = 0;
    for (const each of document.querySelectorAll(".caption[role=heading]")) each.ariaLevel = "2";
});
