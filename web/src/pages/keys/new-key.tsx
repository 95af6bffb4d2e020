import { useState } from 'react'
import type { KeyScope } from '../../../../client/src/index.ts'
import { root } from '../../data/client/root.ts'
import { useForm } from '../../data/form/use-form.ts'
import { createKey } from '../../data/session/keys.ts'
import { useWrite } from '../../data/client/write.ts'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { MakeOnce } from '../../ui/dialogs/make-once.tsx'
import { t } from '../../languages/t.ts'

const scopes: Record<KeyScope, string> = {
  read: t('read: accounts, figures, batches'),
  launch: t('launch: put ads on the platforms'),
  manage: t('manage: pause, budgets, rules, library'),
  admin: t('admin: webhooks, tighter guards'),
}

const users = { script: t('A script'), agent: t('An agent') }
const spending = { act: t('It acts, as far as guards let it'), ask: t('It asks a person first') }

const lives = [
  { value: '', label: t('Never') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In a year') },
]

export function NewKey({ onClose }: { onClose: () => void }) {
  const make = useWrite(createKey)
  const form = useForm('createKey', { name: '', scopes: ['read'], for: 'script', spends: 'act' }, make.error)
  const [days, setDays] = useState('90')
  const { scopes: chosen } = form.values
  const press = () => {
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString()
    make.mutate({ ...form.values, expiresAt })
  }
  const toggle = (scope: KeyScope, on: boolean) =>
    form.set({ scopes: on ? [...chosen, scope] : chosen.filter((other) => other !== scope) })
  const user = form.choice('for', users)
  return (
    <MakeOnce
      title={t('New API key')}
      action={t('Make the key')}
      isReady={form.isReady && chosen.length > 0}
      make={make}
      onMake={press}
      once={({ key, start }) => ({
        title: t('Your new key'),
        label: t('Shown once: keep it where secrets are kept.'),
        text: key,
        more: <HowToSend start={start} />,
      })}
      onClose={onClose}
    >
      <TextField label={t('Name')} hint={t('What uses it, as in: nightly report.')} {...form.text('name')} />
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1 text-[13px] font-medium">{t('What it may do')}</legend>
        {(Object.keys(scopes) as KeyScope[]).map((scope) => (
          <Checkbox
            key={scope}
            label={scopes[scope]}
            checked={chosen.includes(scope)}
            onChange={(event) => toggle(scope, event.target.checked)}
          />
        ))}
      </fieldset>
      <SelectField
        label={t('For')}
        {...user}
        onChange={(who) => (user.onChange(who), form.set({ spends: who === 'agent' ? 'ask' : 'act' }))}
      />
      <SelectField
        label={t('When it spends')}
        hint={t('What asks waits under Approvals until a person says yes.')}
        {...form.choice('spends', spending)}
      />
      <SelectField label={t('Ends')} options={lives} value={days} onChange={setDays} />
    </MakeOnce>
  )
}

function HowToSend({ start }: { start: string }) {
  const command = `curl ${location.origin}${root}/v1/adaccounts -H "Authorization: Bearer ${start}…"`
  return (
    <>
      <p className="text-muted">{t('Send it as a header, for instance:')}</p>
      <code className="rounded bg-raised p-2 break-all">{command}</code>
    </>
  )
}
