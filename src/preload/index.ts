/** Hands the page one message port to the engine each time it asks for one. Exposes nothing else. */
import { ipcRenderer } from 'electron'
import { desktopChannels } from '#contract/desktop'

window.addEventListener('message', (event) => {
  if (event.source === window && event.data === desktopChannels.hello) ipcRenderer.send(desktopChannels.hello)
})

ipcRenderer.on(desktopChannels.port, (event) => {
  window.postMessage(desktopChannels.port, window.location.origin, [...event.ports])
})
