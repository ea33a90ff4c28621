// Sets the stored theme before the first paint. Runs as a classic script, because modules run after it.
;(function setTheme() {
  let stored = null
  try {
    stored = window.localStorage.getItem('switchboard.theme')
  } catch {
    // Storage is not accessible: the system's theme is used.
  }
  const dark = stored === 'dark' || (stored !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
