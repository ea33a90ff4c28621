import { Clock, Users } from 'lucide-react'
import type { Recipe } from '#renderer/features/chat/blocks/recipe.ts'
import { shownText } from '#renderer/ui/text/shownText.ts'

function ingredientText(one: Recipe['ingredients'][number]): string {
  if (typeof one === 'string') return one
  return [one.amount, one.unit, one.name].filter((part) => part !== undefined).join(' ')
}

export function RecipeCard({ recipe }: { recipe: Recipe }) {
  const minutes = (recipe.prepMinutes ?? 0) + (recipe.cookMinutes ?? 0)
  return (
    <article className="border-t border-line px-4 py-3.5 select-text">
      <h3 className="text-lg font-semibold">{shownText(recipe.title)}</h3>
      {recipe.description !== undefined && <p className="mt-0.5 text-muted">{shownText(recipe.description)}</p>}
      <p className="mt-1.5 flex flex-wrap gap-4 text-sm text-muted [&_svg]:mr-1 [&_svg]:inline [&_svg]:size-3.5">
        {recipe.servings !== undefined && (
          <span>
            <Users aria-hidden="true" />
            Serves {recipe.servings}
          </span>
        )}
        {minutes > 0 && (
          <span>
            <Clock aria-hidden="true" />
            {minutes} min
          </span>
        )}
      </p>
      <div className="mt-3 grid gap-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <ul aria-label="Ingredients" className="flex list-disc flex-col gap-1 pl-5 marker:text-muted">
          {recipe.ingredients.map((one, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>{shownText(ingredientText(one))}</li>
          ))}
        </ul>
        <ol aria-label="Steps" className="flex list-decimal flex-col gap-1.5 pl-5 marker:text-muted">
          {recipe.steps.map((step, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>{shownText(step)}</li>
          ))}
        </ol>
      </div>
      {recipe.notes !== undefined && <p className="mt-3 text-sm text-muted">{shownText(recipe.notes)}</p>}
    </article>
  )
}
