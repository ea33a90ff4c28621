import { sampleCommand } from '#renderer/model/servers/sampleServer.ts'
import { useSample } from '#renderer/model/servers/useSample.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'

export function SampleButton() {
  const { add, busy } = useSample()
  return (
    <Button disabled={busy} title={`Starts ${sampleCommand}, a part of Switchboard`} onClick={() => void add()}>
      Try the sample server
    </Button>
  )
}
