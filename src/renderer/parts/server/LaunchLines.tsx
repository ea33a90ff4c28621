/** The launch that a person agrees to. Nothing is shortened. */
import { previewDetails } from '#contract/servers/launchWords'
import type { LaunchPreview } from '#contract/servers/server'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const shown = 'break-all whitespace-pre-wrap select-text'

export function LaunchLines({ launch, gone = false }: { launch: LaunchPreview; gone?: boolean }) {
  const { cwd, values } = previewDetails(launch)
  return (
    <div className={`font-mono text-xs text-muted ${gone ? 'line-through' : ''}`}>
      {launch.line !== '' && <p className={shown}>{visibleText(launch.line)}</p>}
      {cwd !== null && (
        <p className={shown}>
          <span className="font-sans">In the folder </span>
          {visibleText(cwd)}
        </p>
      )}
      {values.map((value) => (
        <p key={value} className={shown}>
          <span className="font-sans">Sets </span>
          {visibleText(value)}
        </p>
      ))}
    </div>
  )
}
