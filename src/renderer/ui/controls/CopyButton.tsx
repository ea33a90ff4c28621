import { Check, Copy } from 'lucide-react'
import { Button, type ButtonProps } from '#renderer/ui/controls/Button.tsx'
import { type CopiedText, useCopy } from '#renderer/ui/text/useCopy.ts'

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  label: string
  text: CopiedText
}

export function CopyButton({ label, text, size = 'small', ...rest }: CopyButtonProps) {
  const { copied, copy } = useCopy(text)
  return (
    <Button size={size} onClick={copy} {...rest}>
      {copied ? <Check className="size-3.5" aria-hidden="true" /> : <Copy className="size-3.5" aria-hidden="true" />}
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  )
}
