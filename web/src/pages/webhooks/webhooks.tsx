import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../data/session/session.ts'
import { useWebhooks } from '../../data/webhooks.ts'
import { Answer } from '../../ui/answer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ago } from '../../ui/words/format.ts'
import { Empty, Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { t } from '../../languages/t.ts'

export function Webhooks() {
  const admin = useMay('admin')
  const [making, setMaking] = useState(false)
  const webhooks = useWebhooks()
  return (
    <Page
      title={t('Webhooks')}
      lead={t(
        'Flightdeck tells your systems, or a Slack, Discord or Telegram channel, what happened: signed, in order, and again until it arrives.',
      )}
      actions={
        <Button look="main" icon={<Plus size={16} aria-hidden />} disabled={!admin} onClick={() => setMaking(true)}>
          {t('New webhook')}
        </Button>
      }
    >
      <Answer
        of={webhooks}
        what={t('webhooks')}
        empty={
          <Empty title={t('Nobody is told yet.')}>
            {t('Add an address, and be told when a batch has finished or a cap is near.')}
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={t('Webhooks')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                head: t('Address'),
                cell: ({ id, url }) => (
                  <Link
                    to="/webhooks/$id"
                    params={{ id: String(id) }}
                    className="inline-block min-w-44 break-all text-accent underline"
                  >
                    {url}
                  </Link>
                ),
              },
              { head: t('Kind'), cell: ({ kind }) => kind, wideOnly: true },
              {
                head: t('Events'),
                cell: ({ events }) => (events.length === 0 ? t('all') : events.length),
                figure: true,
              },
              {
                head: t('State'),
                cell: ({ enabled, disabledReason, failingSince }) =>
                  enabled ? (
                    <Badge tone={failingSince ? 'warn' : 'good'}>
                      {failingSince ? t('failing since {failingSince}', { failingSince: ago(failingSince) }) : t('on')}
                    </Badge>
                  ) : (
                    <Badge tone="bad">
                      {disabledReason ? t('off: {disabledReason}', { disabledReason }) : t('off')}
                    </Badge>
                  ),
              },
            ]}
          />
        )}
      </Answer>
      {making && <NewWebhook onClose={() => setMaking(false)} />}
    </Page>
  )
}
