import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Card } from '../../ui/page.tsx'
import { say } from '../../ui/say.ts'
import { platformOptions } from '../../data/platforms.ts'

interface Props {
  platforms: string[]
  company: string | undefined
}

/** Credentials are given on the machine that runs the service: they never pass through a browser. */
export function HowToConnect({ platforms, company = 'demo' }: Props) {
  const [platform, setPlatform] = useState(platforms[0] ?? '')
  const lines = [
    `./flightdeck connection add ${platform} --company ${company} --file credentials.json`,
    `./flightdeck connection check ${platform} --company ${company}`,
    './flightdeck connection list',
  ]
  const copy = async () => {
    await navigator.clipboard.writeText(lines.join('\n'))
    say('The commands are copied.')
  }
  return (
    <Card
      title="Connect a platform"
      actions={
        <Button small icon={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
          Copy
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="max-w-3xl">
          Whoever runs the service connects platforms on its machine, so that credentials never pass through a browser.
          They are read from a file or from standard input: a JSON object, or the bare token where a token is all it
          takes. The platform is asked at once what they open and when they end.
        </p>
        <div className="w-60 max-w-full">
          <SelectField label="Platform" options={platformOptions(platforms)} value={platform} onChange={setPlatform} />
        </div>
        <pre
          className="overflow-x-auto rounded-md bg-raised p-3 font-mono text-[13px]"
          tabIndex={0}
          aria-label="Commands"
        >
          {lines.join('\n')}
        </pre>
        <p className="text-[13px] text-muted">
          Removing the last connection of a platform (<code>./flightdeck connection remove</code>) makes it the sandbox
          again.
        </p>
      </div>
    </Card>
  )
}
