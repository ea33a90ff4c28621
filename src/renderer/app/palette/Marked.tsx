import type { Mark } from '#renderer/app/palette/matchWords.ts'

/** Text with its matching parts marked. */
export function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  return (
    <>
      {marks.map(([from, to], at) => (
        <span key={from}>
          {text.slice(marks[at - 1]?.[1] ?? 0, from)}
          <mark className="bg-transparent font-semibold text-accent">{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}
