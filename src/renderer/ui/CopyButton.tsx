import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from '#renderer/ui/Button.tsx'
import { useToasts } from '#renderer/ui/Toasts.tsx'

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  label: string
  /** What is copied; a function where it has to be fetched first. */
  text: string | (() => string | Promise<string>)
}

export function CopyButton({ label, text, size = 'small', ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const { show } = useToasts()
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
      setCopied(true)
    } catch {
      show({ title: 'Could not copy', detail: 'The clipboard is closed to this page. Select the text instead.' })
    }
  }
  return (
    <Button size={size} onClick={() => void copy()} {...rest}>
      {copied ? <Check className="size-3.5" aria-hidden="true" /> : <Copy className="size-3.5" aria-hidden="true" />}
      <span aria-live="polite">{copied ? 'Copied' : label}</span>
    </Button>
  )
}
