import { useState } from 'react'
import type { KeyScope, KeySpends, KeyUser } from '../../../../client/src/index.ts'
import { root } from '../../data/client/root.ts'
import { createKey } from '../../data/session/keys.ts'
import { useWrite } from '../../data/client/write.ts'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { MakeOnce } from '../../ui/make-once.tsx'

const scopes: Record<KeyScope, string> = {
  read: 'read: accounts, figures, batches',
  launch: 'launch: put ads on the platforms',
  manage: 'manage: pause, budgets, rules, library',
  admin: 'admin: webhooks, tighter guards',
}

const users = [
  { value: 'script', label: 'A script' },
  { value: 'agent', label: 'An agent' },
]

const spending = [
  { value: 'act', label: 'It acts, as far as guards let it' },
  { value: 'ask', label: 'It asks a person first' },
]

const lives = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

export function NewKey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<KeyScope[]>(['read'])
  const [days, setDays] = useState('90')
  const [user, setUser] = useState<KeyUser>('script')
  const [spends, setSpends] = useState<KeySpends>('act')
  const choose = (who: string) => {
    setUser(who as KeyUser)
    setSpends(who === 'agent' ? 'ask' : 'act')
  }
  const make = useWrite(createKey)
  const press = () => {
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString()
    make.mutate({ name, scopes: chosen, expiresAt, for: user, spends })
  }
  const toggle = (scope: KeyScope, on: boolean) =>
    setChosen((now) => (on ? [...now, scope] : now.filter((other) => other !== scope)))
  return (
    <MakeOnce
      title="New API key"
      action="Make the key"
      isReady={name.trim() !== '' && chosen.length > 0}
      make={make}
      onMake={press}
      once={({ key, start }) => ({
        title: 'Your new key',
        label: 'Shown once: keep it where secrets are kept.',
        text: key,
        more: <HowToSend start={start} />,
      })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What uses it, as in: nightly report."
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1 text-[13px] font-medium">What it may do</legend>
        {(Object.keys(scopes) as KeyScope[]).map((scope) => (
          <Checkbox
            key={scope}
            label={scopes[scope]}
            checked={chosen.includes(scope)}
            onChange={(event) => toggle(scope, event.target.checked)}
          />
        ))}
      </fieldset>
      <SelectField label="For" options={users} value={user} onChange={choose} />
      <SelectField
        label="When it spends"
        hint="What asks waits under Approvals until a person says yes."
        options={spending}
        value={spends}
        onChange={(how) => setSpends(how as KeySpends)}
      />
      <SelectField label="Ends" options={lives} value={days} onChange={setDays} />
    </MakeOnce>
  )
}

function HowToSend({ start }: { start: string }) {
  return (
    <>
      <p className="text-muted">Send it as a header, for instance:</p>
      <code className="rounded bg-raised p-2 break-all">
        {`curl ${location.origin}${root}/v1/adaccounts -H "Authorization: Bearer ${start}…"`}
      </code>
    </>
  )
}
