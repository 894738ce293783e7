// Sets the chosen colours before anything is painted.
try {
  const chosen = JSON.parse(localStorage.getItem("ishi.prefs"))?.theme;
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // without storage the system's choice holds
}
