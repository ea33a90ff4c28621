/** The message box: text, files, resources and prompts, with the choice of model and tools. */
import { ArrowUp, Paperclip, Square } from 'lucide-react'
import { clsx } from 'clsx'
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { PromptSnapshot, ResourceSnapshot } from '#contract/tools/catalog'
import type { Conversation, WaitingPart } from '#contract/chat/chat'
import { AttachedList } from '#renderer/features/chat/composer/attachments/AttachedList.tsx'
import { attachmentLimits, attachmentTypes } from '#renderer/features/chat/composer/attachments/attachmentFile.ts'
import { EstimateLine } from '#renderer/features/chat/composer/EstimateLine.tsx'
import { ModelPicker } from '#renderer/features/chat/composer/ModelPicker.tsx'
import { PromptDialog } from '#renderer/features/chat/composer/templates/PromptDialog.tsx'
import { optionId, SuggestionList } from '#renderer/features/chat/composer/SuggestionList.tsx'
import { TemplateDialog } from '#renderer/features/chat/composer/templates/TemplateDialog.tsx'
import { ToolChoicePicker } from '#renderer/features/chat/composer/ToolChoicePicker.tsx'
import { type Trigger, triggerAt, withoutTrigger } from '#renderer/features/chat/composer/trigger.ts'
import { partsOf, useAttachments } from '#renderer/features/chat/composer/attachments/useAttachments.ts'
import { useDraft } from '#renderer/features/chat/composer/useDraft.ts'
import { WaitingMessage } from '#renderer/features/chat/composer/waiting/WaitingMessage.tsx'
import { waitingText } from '#renderer/features/chat/composer/waiting/waitingWords.ts'
import { useSuggestions } from '#renderer/features/chat/composer/useSuggestions.ts'
import { isBusy } from '#renderer/features/chat/conversation/isBusy.ts'
import { useChatActions } from '#renderer/features/chat/conversation/useChatActions.tsx'
import { useLinkState } from '#renderer/client/engine.ts'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { isField } from '#renderer/ui/form/isField.ts'

type Over =
  | { readonly kind: 'prompt'; readonly prompt: PromptSnapshot }
  | { readonly kind: 'template'; readonly resource: ResourceSnapshot }

/** Memoized, so that the message box is not rendered again for every word of a response. */
export const Composer = memo(function Composer({ conversation }: { conversation: Conversation }) {
  const { id, projectId, run } = conversation
  const actions = useChatActions()
  const draft = useDraft(id, conversation.draft)
  const files = useAttachments(id)
  const link = useLinkState()
  const [trigger, setTrigger] = useState<Trigger | null>(null)
  const [active, setActive] = useState(0)
  const [over, setOver] = useState<Over | null>(null)
  const [dropping, setDropping] = useState(false)
  const [sending, setSending] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const listId = useId()
  const busy = isBusy(run)
  const uploading = files.attached.some((one) => one.kind === 'uploading')
  const filled = draft.text.trim() !== '' || files.attached.length > 0
  const ready = filled && !uploading && !sending && run.kind !== 'elsewhere'
  const waits = conversation.next.length > 0
  useEffect(() => {
    // The focus is not taken from a person who started to type elsewhere while the conversation was loading.
    if (!isField(document.activeElement)) box.current?.focus()
  }, [])

  const { change } = draft
  const { addResource } = files
  const takeTrigger = useCallback(() => {
    if (trigger !== null) change((text) => withoutTrigger(text, trigger))
    setTrigger(null)
    box.current?.focus()
  }, [change, trigger])
  const onPrompt = useCallback(
    (prompt: PromptSnapshot) => {
      takeTrigger()
      setOver({ kind: 'prompt', prompt })
    },
    [takeTrigger],
  )
  const onResource = useCallback(
    (resource: ResourceSnapshot) => {
      takeTrigger()
      if (resource.isTemplate) setOver({ kind: 'template', resource })
      else addResource(resource.uri, resource.title ?? resource.name)
    },
    [takeTrigger, addResource],
  )
  const { suggestions, isPending } = useSuggestions(projectId, trigger, { onPrompt, onResource })
  const chosen = Math.min(active, suggestions.length - 1)

  const type = (next: string, caret: number) => {
    change(next)
    setTrigger(triggerAt(next, caret))
    setActive(0)
  }
  const send = async () => {
    if (!ready) return
    setSending(true)
    const written = draft.text.trim()
    const parts = partsOf(files.attached)
    const all = written === '' ? parts : [...parts, { kind: 'text' as const, text: written }]
    if (await (busy || waits ? actions.sendNext(all) : actions.send(all))) {
      // Text typed while the message was being sent stays in the box.
      const sent = draft.text
      change((now) => (now.startsWith(sent) ? now.slice(sent.length).trimStart() : now))
      draft.keep()
      files.clear()
    }
    setSending(false)
  }
  const edit = (parts: readonly WaitingPart[]) => {
    change((text) => [waitingText(parts), text].filter((one) => one !== '').join('\n\n'))
    files.addBack(parts)
    box.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowUp' && waits && !filled && trigger === null) {
      event.preventDefault()
      void actions.takeBackNext().then((parts) => parts !== null && edit(parts))
      return
    }
    if (trigger !== null && walk(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void send()
  }
  /** Returns whether the list of suggestions used the key. */
  const walk = ({ key }: KeyboardEvent): boolean => {
    const count = suggestions.length
    if (key === 'Escape') setTrigger(null)
    else if (key === 'ArrowDown' && count > 0) setActive((chosen + 1) % count)
    else if (key === 'ArrowUp' && count > 0) setActive((chosen - 1 + count) % count)
    else if ((key === 'Enter' || key === 'Tab') && count > 0) suggestions[chosen]?.choose()
    else return false
    return true
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.files
    if (pasted.length === 0) return
    event.preventDefault()
    files.addFiles(pasted)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setDropping(false)
    files.addFiles(event.dataTransfer.files)
  }
  return (
    <div className="mx-auto w-full max-w-[48rem] px-5 pb-4 max-sm:px-2.5 max-sm:pb-2.5">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is one of three ways */}
      <div
        data-composer=""
        onDragOver={(event) => {
          event.preventDefault()
          setDropping(true)
        }}
        onDragLeave={() => setDropping(false)}
        onDrop={onDrop}
        className={clsx(
          'relative rounded-2xl border bg-surface shadow-sm transition-colors focus-within:border-muted',
          dropping ? 'border-accent bg-selected' : 'border-control',
        )}
      >
        {trigger !== null && (
          <SuggestionList
            id={listId}
            label={trigger.kind === 'prompt' ? 'Prompts' : 'Resources'}
            suggestions={suggestions}
            active={chosen}
            onActive={setActive}
            nothing={isPending ? 'Asking the servers…' : `No results`}
          />
        )}
        <WaitingMessage conversation={conversation} onEdit={edit} onGone={() => box.current?.focus()} />
        <AttachedList attached={files.attached} onRemove={files.remove} />
        <textarea
          ref={box}
          data-focus-landing=""
          data-takes-typing=""
          aria-label="Message"
          placeholder={dropping ? 'Drop files here' : 'Ask anything. @ adds a resource, / runs a prompt'}
          rows={1}
          value={draft.text}
          role="combobox"
          aria-expanded={trigger !== null}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(trigger !== null && suggestions.length > 0 && { 'aria-activedescendant': optionId(listId, chosen) })}
          onChange={(event) => type(event.target.value, event.target.selectionStart)}
          onSelect={(event) => {
            if (trigger !== null) setTrigger(triggerAt(event.currentTarget.value, event.currentTarget.selectionStart))
          }}
          onBlur={() => setTrigger(null)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content max-h-[40vh] min-h-11 w-full resize-none bg-transparent px-3.5 pt-2.5 pb-1 outline-none"
        />
        <div className="flex min-w-0 items-center gap-0.5 px-1.5 pb-1.5">
          <IconButton
            label={`Attach files: ${attachmentLimits}`}
            icon={<Paperclip aria-hidden="true" />}
            onClick={() => chooser.current?.click()}
          />
          <input
            ref={chooser}
            type="file"
            multiple
            accept={attachmentTypes}
            aria-label="Files to attach"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              files.addFiles([...(event.target.files ?? [])])
              event.target.value = ''
              box.current?.focus()
            }}
          />
          <ModelPicker conversation={conversation} />
          <ToolChoicePicker conversation={conversation} />
          <span className="flex-1" />
          {sending && link.kind !== 'open' ? (
            <span role="status" className="truncate px-1.5 text-xs text-muted">
              Will be sent when reconnected
            </span>
          ) : (
            <EstimateLine conversation={conversation} text={draft.text} busy={busy} />
          )}
          {busy && (
            <IconButton
              label="Stop"
              keys="Esc"
              icon={<Square className="fill-current" aria-hidden="true" />}
              disabled={run.kind === 'stopping' || run.kind === 'elsewhere'}
              onClick={() => void actions.stop()}
              className="size-8! rounded-full! border border-line-strong text-ink!"
            />
          )}
          {(!busy || filled) && (
            <IconButton
              label={busy ? 'Send when this turn ends' : 'Send'}
              keys="Enter"
              icon={<ArrowUp aria-hidden="true" />}
              disabled={!ready}
              onClick={() => void send()}
              className="size-8! rounded-full! bg-accent-solid! text-white! hover:brightness-92"
            />
          )}
        </div>
      </div>
      {over?.kind === 'prompt' && (
        <PromptDialog
          prompt={over.prompt}
          projectId={projectId}
          onClose={() => setOver(null)}
          onContent={(content) => {
            change((text) => [text, content.text].filter((part) => part !== '').join('\n\n'))
            for (const picture of content.pictures) files.addPicture(picture.mediaType, picture.data)
          }}
        />
      )}
      {over?.kind === 'template' && (
        <TemplateDialog
          resource={over.resource}
          projectId={projectId}
          onClose={() => setOver(null)}
          onUri={(uri) => addResource(uri, uri)}
        />
      )}
    </div>
  )
})
