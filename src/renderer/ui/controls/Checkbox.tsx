import { Check } from 'lucide-react'
import { Checkbox as Primitive } from 'radix-ui'

export interface CheckboxProps {
  label: string
  checked: boolean
  disabled?: boolean
  onCheckedChange: (checked: boolean) => void
}

export function Checkbox({ label, onCheckedChange, ...rest }: CheckboxProps) {
  return (
    <Primitive.Root
      aria-label={label}
      onCheckedChange={(checked) => onCheckedChange(checked === true)}
      className="relative mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded border border-control bg-surface text-white transition-colors data-[state=checked]:border-accent-solid data-[state=checked]:bg-accent-solid disabled:opacity-40 after:absolute after:-inset-1"
      {...rest}
    >
      <Primitive.Indicator>
        <Check className="size-3" strokeWidth={3} aria-hidden="true" />
      </Primitive.Indicator>
    </Primitive.Root>
  )
}
