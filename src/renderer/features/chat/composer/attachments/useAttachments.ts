/** The files and resources of the next message. */
import { useCallback, useState } from 'react'
import type { Attachment, Part, WaitingPart } from '#contract/chat/chat'
import { noTimeout } from '#renderer/client/api.ts'
import { type ReadFile, readAttachment } from '#renderer/features/chat/composer/attachments/attachmentFile.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export type Attached =
  | { readonly kind: 'uploading'; readonly key: string; readonly name: string }
  | { readonly kind: 'file'; readonly key: string; readonly name: string; readonly attachment: Attachment }
  | { readonly kind: 'resource'; readonly key: string; readonly name: string; readonly uri: string }

export function partsOf(attached: readonly Attached[]): Part[] {
  return attached.flatMap((one): Part[] => {
    if (one.kind === 'file') return [{ kind: 'attachment', attachmentId: one.attachment.id }]
    return one.kind === 'resource' ? [{ kind: 'resource', uri: one.uri }] : []
  })
}

function attachedPart(part: WaitingPart): Attached[] {
  const key = crypto.randomUUID()
  switch (part.kind) {
    case 'text':
      return []
    case 'resource':
      return [{ kind: 'resource', key, name: part.uri, uri: part.uri }]
    case 'attachment': {
      const { attachmentId: id, name, mediaType, bytes } = part
      return [{ kind: 'file', key, name, attachment: { id, name, mediaType, bytes } }]
    }
  }
}

export function useAttachments(id: string) {
  const { api } = useEngine()
  const attempt = useAttempt()
  const [attached, setAttached] = useState<readonly Attached[]>([])
  const remove = (key: string) => setAttached((known) => known.filter((one) => one.key !== key))
  const add = async (name: string, read: () => Promise<ReadFile>) => {
    const key = crypto.randomUUID()
    setAttached((known) => [...known, { kind: 'uploading', key, name }])
    const done = await attempt(`Could not attach ${visibleText(name)}`, async () => {
      const attachment = await api.chat.attach({ id, ...(await read()) }, noTimeout)
      const file = { kind: 'file', key, name: attachment.name, attachment } as const
      setAttached((known) => known.map((one) => (one.key === key ? file : one)))
    })
    if (!done) remove(key)
  }
  const addResource = useCallback((uri: string, name: string) => {
    setAttached((known) =>
      known.some((one) => one.kind === 'resource' && one.uri === uri)
        ? known
        : [...known, { kind: 'resource', key: crypto.randomUUID(), name, uri }],
    )
  }, [])
  return {
    attached,
    remove,
    clear: () => setAttached([]),
    addBack: (parts: readonly WaitingPart[]) => setAttached((known) => [...parts.flatMap(attachedPart), ...known]),
    addFiles: (files: Iterable<File>) => {
      for (const file of files) void add(file.name, () => readAttachment(file))
    },
    addPicture: (mediaType: string, data: string) =>
      void add('picture', () => Promise.resolve({ name: 'picture', mediaType, data })),
    addResource,
  }
}
