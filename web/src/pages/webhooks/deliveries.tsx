import { useState } from 'react'
import type { DeliveryState, WebhookDelivery } from '../../../../client/src/index.ts'
import { useMay } from '../../data/session/session.ts'
import { replayDelivery, replayWebhook, useDeliveries } from '../../data/webhooks.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { State } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { today } from '../../ui/days/calendar.tsx'
import { DayField } from '../../ui/days/day-field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { moment } from '../../ui/words/format.ts'
import { Card, Empty } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { eventWords } from './event-words.ts'
import { t } from '../../languages/t.ts'

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`).map((value) => ({
  value,
  label: value,
}))

const states = [
  { value: '', label: t('All deliveries') },
  { value: 'waiting', label: t('Waiting') },
  { value: 'delivered', label: t('Delivered') },
  { value: 'failed', label: t('Failed') },
]

export function Deliveries({ id }: { id: string }) {
  const [state, setState] = useState('')
  const deliveries = useDeliveries({ id, limit: 50, ...(state === '' ? {} : { state: state as DeliveryState }) })
  return (
    <Card
      title={t('Deliveries')}
      actions={
        <SelectField label={t('Which deliveries')} hideLabel options={states} value={state} onChange={setState} />
      }
    >
      <ReplayAll id={id} />
      <Answer of={deliveries} what={t('deliveries')} empty={<Empty title={t('Nothing was sent yet.')} />}>
        {({ data }) => <List rows={data} />}
      </Answer>
    </Card>
  )
}

function ReplayAll({ id }: { id: string }) {
  const admin = useMay('admin')
  const [day, setDay] = useState('')
  const [hour, setHour] = useState('00:00')
  const replay = useWrite(replayWebhook, { done: ({ queued }) => t('{queued} events are sent again.', { queued }) })
  return (
    <div className="mb-3 flex flex-wrap items-end gap-2">
      <DayField label={t('Send everything again since')} max={today()} value={day} onChange={setDay} />
      <SelectField label={t('Hour')} options={hours} value={hour} onChange={setHour} />
      <Button
        disabled={!admin || day === ''}
        busy={replay.isPending}
        onClick={() => replay.mutate({ id, since: new Date(`${day}T${hour}`).toISOString() })}
      >
        {t('Replay')}
      </Button>
      <Problem error={replay.error} />
    </div>
  )
}

function List({ rows }: { rows: WebhookDelivery[] }) {
  const admin = useMay('admin')
  const again = useWrite(replayDelivery, { done: t('It is sent again.') })
  return (
    <>
      <Problem error={again.error} />
      <Table
        label={t('Deliveries')}
        rows={rows}
        keyOf={(row) => row.id}
        columns={[
          { head: t('When'), cell: ({ updatedAt }) => moment(updatedAt), oneLine: true },
          { head: t('Event'), cell: ({ type }) => eventWords(type) },
          { head: t('State'), cell: (row) => <State word={row.state} /> },
          { head: t('Tries'), cell: ({ tries }) => tries, figure: true, wideOnly: true },
          { head: t('Last answer'), cell: lastAnswer, wideOnly: true },
          {
            head: t('Actions'),
            cell: (row) => (
              <Button
                small
                disabled={!admin}
                aria-label={t('Replay: {what}, {time}', {
                  what: eventWords(row.type),
                  time: moment(row.updatedAt),
                })}
                onClick={() => again.mutate({ id: row.id })}
              >
                {t('Replay')}
              </Button>
            ),
          },
        ]}
      />
    </>
  )
}

function lastAnswer({ attempts }: WebhookDelivery): string {
  const last = attempts.at(-1)
  if (!last) return '–'
  return t('{status} in {ms} ms', { status: last.status ?? last.problem ?? '?', ms: last.ms })
}
