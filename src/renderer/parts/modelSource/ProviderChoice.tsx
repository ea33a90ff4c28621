/** The list of model providers, of which one is chosen. */
import { type ModelSourceKind, modelSourceKinds } from '#contract/chat/modelSources'
import { providerWords } from '#renderer/parts/modelSource/sourceWords.ts'

export interface ProviderChoiceProps {
  value: ModelSourceKind
  onChange: (kind: ModelSourceKind) => void
}

export function ProviderChoice({ value, onChange }: ProviderChoiceProps) {
  return (
    <div role="radiogroup" aria-label="Provider" className="flex flex-col gap-2">
      {modelSourceKinds.map((kind) => (
        <label
          key={kind}
          htmlFor={`source-${kind}`}
          className="flex gap-3 rounded-lg border border-line px-3.5 py-2.5 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-selected"
        >
          <input
            id={`source-${kind}`}
            type="radio"
            name="source"
            checked={value === kind}
            aria-label={providerWords[kind].title}
            onChange={() => onChange(kind)}
            className="mt-1 size-3.5 shrink-0 accent-(--accent-solid)"
          />
          <span className="min-w-0">
            <span className="block font-medium">{providerWords[kind].title}</span>
            <span className="block text-sm text-muted">{providerWords[kind].text}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
