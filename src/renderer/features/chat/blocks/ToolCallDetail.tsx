/** The arguments and the result of a call, and links to its full record and to calling the tool by hand. */
import { FlaskConical, ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { ToolCallBlock } from '#contract/chat/chat'
import { sizeText } from '#renderer/model/calls/callWords.ts'
import { prettyJson } from '#renderer/model/calls/prettyJson.ts'
import { shownText } from '#renderer/ui/text/shownText.ts'
import { ToolResultParts } from '#renderer/parts/toolRun/ToolResultView.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { onDemand } from '#renderer/ui/page/onDemand.tsx'

const CallSheet = onDemand(() => import('#renderer/parts/call/CallSheet.tsx').then((module) => module.CallSheet))
const PlaygroundSheet = onDemand(() =>
  import('#renderer/features/chat/blocks/PlaygroundSheet.tsx').then((module) => module.PlaygroundSheet),
)

export function ToolCallDetail({ block }: { block: ToolCallBlock }) {
  const [over, setOver] = useState<'nothing' | 'record' | 'playground'>('nothing')
  const close = () => setOver('nothing')
  const args = prettyJson(block.arguments)
  return (
    <>
      <div className="mb-1.5 flex items-center gap-2">
        <h4 className="flex-1 text-xs font-medium text-muted">Arguments</h4>
        <CopyButton label="Copy" look="quiet" className="h-6" text={args} />
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
        tabIndex={0}
        data-arguments=""
        className="max-h-72 overflow-auto rounded-lg border border-line bg-canvas px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap select-text -outline-offset-2"
      >
        {shownText(args === '' ? '{}' : args)}
      </pre>
      {block.result !== null && (
        <>
          <div className="mt-3 mb-1.5 flex items-center gap-2">
            <h4 className="flex-1 text-xs font-medium text-muted">
              {block.result.isError === true ? 'The tool reported an error' : 'Result'}
              {block.resultBytes !== null && `, ${sizeText(block.resultBytes)}`}
            </h4>
            <CopyButton label="Copy" look="quiet" className="h-6" text={() => JSON.stringify(block.result, null, 2)} />
          </div>
          <ToolResultParts result={block.result} />
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {block.callId !== null && (
          <Button size="small" onClick={() => setOver('record')}>
            <ScrollText className="size-3.5" aria-hidden="true" />
            Full result and record
          </Button>
        )}
        {block.server !== null && (
          <Button size="small" onClick={() => setOver('playground')}>
            <FlaskConical className="size-3.5" aria-hidden="true" />
            Try with these arguments
          </Button>
        )}
      </div>
      {over === 'record' && block.callId !== null && <CallSheet id={block.callId} onClose={close} />}
      {over === 'playground' && <PlaygroundSheet block={block} initialArguments={args} onClose={close} />}
    </>
  )
}
