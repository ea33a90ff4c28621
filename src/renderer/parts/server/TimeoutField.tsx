import { TextField, type TextFieldProps } from '#renderer/ui/form/TextField.tsx'

export function TimeoutField(props: Pick<TextFieldProps, 'error' | 'value' | 'onValue'>) {
  return <TextField label="Call timeout (seconds)" inputMode="decimal" {...props} />
}
