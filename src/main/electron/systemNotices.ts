/** Shows notifications through the operating system. */
import { Notification } from 'electron'
import type { Notice, ShownNotice } from '#main/electron/questionNotices'

export function canNotify(): boolean {
  return Notification.isSupported()
}

export function showNotice({ title, body }: Notice, onClick: () => void): ShownNotice {
  const notification = new Notification({ title, body })
  notification.on('click', onClick)
  notification.show()
  return { close: () => notification.close() }
}
