/**
 * Gives the page a message port to the engine each time the page asks for one. Tells the page which question to show
 * and whether an address was opened, and the main process when the page has stored a choice. Exposes nothing else.
 */
import { ipcRenderer } from 'electron'
import { desktopChannels, showQuestion, tellOpened } from '#contract/desktop'

window.addEventListener('message', (event) => {
  if (event.source !== window) return
  for (const channel of [desktopChannels.hello, desktopChannels.stored])
    if (event.data === channel) ipcRenderer.send(channel)
})

ipcRenderer.on(desktopChannels.port, (event) => {
  window.postMessage(desktopChannels.port, window.location.origin, [...event.ports])
})

ipcRenderer.on(desktopChannels.question, (_event, id: unknown) => {
  window.postMessage(showQuestion(id), window.location.origin)
})

ipcRenderer.on(desktopChannels.opened, (_event, opened: unknown) => {
  window.postMessage(tellOpened(opened), window.location.origin)
})
