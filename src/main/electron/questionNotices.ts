/**
 * Notifies a person who is not looking at the window about waiting questions. Others may see the screen, so a
 * notification names the server and the tool, and never the call's arguments.
 */
import type { Question, QuestionBody, QuestionNews } from '#contract/question'
import { shortText } from '#contract/text/shortText'

export interface Notice {
  readonly title: string
  readonly body: string
}

export interface ShownNotice {
  close(): void
}

export interface NoticeOptions {
  readonly news: AsyncIterable<readonly QuestionNews[]>
  readonly show: (notice: Notice, onClick: () => void) => ShownNotice
  /** Whether the person is looking at the window, which shows the question itself. */
  readonly isSeen: () => boolean
  /** Shows the question in the window. */
  readonly look: (id: string) => void
}

/** The maximum number of notifications. More would only cover the screen, and the window counts all questions. */
const maxAtOnce = 3
const maxNameLength = 60

/** Puts a name on one line, without anything that a system could take for markup. */
function plain(name: string): string {
  const text = name.replaceAll(/[\p{C}\s<>&]+/gu, ' ').trim()
  return shortText(text, maxNameLength)
}

export function noticeOf(body: QuestionBody): Notice {
  switch (body.kind) {
    case 'approval':
      return { title: 'A call is waiting for you', body: `${plain(body.tool.name)} of ${plain(body.tool.server)}` }
    case 'form':
      return { title: 'A server asks for information', body: plain(body.server) }
    case 'link':
      return { title: 'A server asks you to open a link', body: plain(body.server) }
    case 'sampling':
      return { title: 'A server wants to send a prompt to the model', body: plain(body.server) }
  }
}

/** Resolves when `news` ends. */
export async function noticeQuestions({ news, show, isSeen, look }: NoticeOptions): Promise<void> {
  const shown = new Map<string, ShownNotice>()
  const close = (id: string) => {
    shown.get(id)?.close()
    shown.delete(id)
  }
  const tell = ({ id, body }: Question) => {
    const clicked = () => {
      close(id)
      look(id)
    }
    shown.set(id, show(noticeOf(body), clicked))
  }
  try {
    for await (const batch of news)
      for (const one of batch) {
        switch (one.type) {
          case 'asked':
            if (!isSeen() && shown.size < maxAtOnce) tell(one.question)
            break
          case 'settled':
            close(one.id)
            break
          // The window already shows the questions that are open at the start.
          case 'open':
            break
        }
      }
  } finally {
    for (const id of shown.keys()) close(id)
  }
}
