import { useMemo } from 'react'
import { parametersOf } from '#renderer/parts/arguments/parameters.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function ParameterTable({ inputSchema }: { inputSchema: unknown }) {
  const parameters = useMemo(() => parametersOf(inputSchema), [inputSchema])
  return (
    <div className="mt-1.5">
      {parameters.length === 0 ? (
        <p className="text-sm text-muted">None</p>
      ) : (
        <dl className="divide-y divide-line rounded-lg border border-line text-sm">
          {parameters.map((parameter) => (
            <div key={parameter.name} className="px-3 py-2">
              <dt className="flex flex-wrap items-baseline gap-x-2">
                <code className="font-mono font-medium break-all">{visibleText(parameter.name)}</code>
                <span className="font-mono text-xs break-all text-muted">{visibleText(parameter.type)}</span>
                {parameter.limits.length > 0 && (
                  <span className="text-xs break-all text-muted">{visibleText(parameter.limits.join(', '))}</span>
                )}
                {parameter.required && <span className="text-xs text-warn">required</span>}
              </dt>
              {parameter.description !== '' && (
                <dd className="break-words text-muted">{visibleText(parameter.description)}</dd>
              )}
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
