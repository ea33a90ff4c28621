/** The title of the tab or window: the number of waiting questions, the page, the app. Pure. */
import { pages } from '#renderer/app/pages.ts'

export function pageTitle(pathname: string, waiting: number): string {
  const page = pages.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  const name = page === undefined ? 'Switchboard' : `${page.title} · Switchboard`
  return waiting === 0 ? name : `(${waiting}) ${name}`
}
