import { useState } from 'react'
import type { AdAccount, Pixel } from '../../../../../client/src/index.ts'
import { sendEvents } from '../../../data/campaigns/pixels.ts'
import { issueAt } from '../../../data/client/refusal.ts'
import { useWrite } from '../../../data/client/write.ts'
import { useForm } from '../../../data/form/use-form.ts'
import { t } from '../../../languages/t.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { SandboxOrLive } from '../../../ui/sandbox-or-live.tsx'

interface SendProps {
  account: AdAccount
  pixel: Pixel
  onClose: () => void
}

/** One event, to see that it arrives. With a test code it counts nowhere. */
export function SendEvent({ account, pixel, onClose }: SendProps) {
  const send = useWrite(sendEvents, {
    done: ({ received }) => (received > 0 ? t('The platform took the event.') : ''),
    then: ({ failed }) => {
      if (failed.length === 0) onClose()
    },
  })
  const form = useForm('sendConversionEvents', { testEventCode: '' }, send.error)
  const [event, setEvent] = useState({ name: 'Purchase', email: '', value: '' })
  const set = (some: Partial<typeof event>) => setEvent((now) => ({ ...now, ...some }))
  const value = Number(event.value)
  const isAmount = event.value.trim() === '' || (Number.isFinite(value) && value >= 0)
  const press = () =>
    send.mutate({
      accountId: account.id,
      pixelId: pixel.id,
      ...form.sent(),
      events: [
        {
          eventName: event.name,
          userData: { ...(event.email && { email: event.email }) },
          ...(event.value.trim() && { customData: { value, currency: account.currency } }),
        },
      ],
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Send an event')}
      lead={
        <>
          {pixel.name} <SandboxOrLive of={[account.sandbox]} />
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="main" busy={send.isPending} disabled={!event.name.trim() || !isAmount} onClick={press}>
            {t('Send')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('What happened')}
        maxLength={200}
        value={event.name}
        problem={issueAt(send.error, 'events.0.eventName')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextField
        label={t('Mail address of who did it')}
        hint={t('It is hashed before it leaves.')}
        type="email"
        value={event.email}
        problem={issueAt(send.error, 'events.0.userData') ?? issueAt(send.error, 'events.0.userData.email')}
        onChange={({ target }) => set({ email: target.value })}
      />
      <TextField
        label={t('What it was worth, in {currency}', { currency: account.currency })}
        inputMode="decimal"
        value={event.value}
        problem={isAmount ? null : t('must be an amount')}
        onChange={({ target }) => set({ value: target.value })}
      />
      <TextField
        label={t('Test code')}
        hint={t('From the platform’s test view. Left empty: the event counts.')}
        {...form.text('testEventCode')}
      />
      {send.data?.failed.map(({ index, message }) => (
        <p key={index} className="text-bad">
          {message}
        </p>
      ))}
      <Problem error={send.error} />
    </Dialog>
  )
}
