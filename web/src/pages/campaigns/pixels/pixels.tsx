import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdAccount, CustomConversion, Pixel } from '../../../../../client/src/index.ts'
import { useCustomConversions, usePixels } from '../../../data/campaigns/pixels.ts'
import { can, titleOf, titlesWith } from '../../../data/platforms.ts'
import { useMay } from '../../../data/session/session.ts'
import { ruleInWords } from './rule-words.ts'
import { t } from '../../../languages/t.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, Empty, Page } from '../../../ui/page.tsx'
import { SandboxOrLive } from '../../../ui/sandbox-or-live.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table.tsx'
import { ago } from '../../../ui/words/format.ts'
import { WithAccount } from '../account-page.tsx'
import { SendEvent } from './send-event.tsx'

/** What of an account sees conversions, and what counts as one. */
export function Pixels() {
  return (
    <WithAccount at="/campaigns/pixels">
      {({ account, picker }) => (
        <Page
          title={t('Pixels and conversions')}
          lead={t(
            'Where the platform sees what people do on a site, when it last saw something, and what counts as a conversion.',
          )}
          actions={
            <>
              <SandboxOrLive of={[account.sandbox]} />
              <Link to="/campaigns" search={{ account: account.id }} className="text-accent underline">
                {t('Back to the campaigns')}
              </Link>
            </>
          }
        >
          <div className="max-w-sm">{picker}</div>
          {can(account.platform, 'conversions') ? (
            <OfAccount key={account.id} account={account} />
          ) : (
            <Empty title={t('{platform} tells nothing of pixels.', { platform: titleOf(account.platform) })}>
              {t('They are listed for accounts of {platforms}: choose one above.', {
                platforms: titlesWith('conversions'),
              })}
            </Empty>
          )}
        </Page>
      )}
    </WithAccount>
  )
}

function OfAccount({ account }: { account: AdAccount }) {
  const pixels = usePixels(account.id)
  const conversions = useCustomConversions(account.id)
  const may = useMay('manage')
  const [sending, send] = useState<Pixel | null>(null)
  const nameOf = (id: string | null) => pixels.data?.find((pixel) => pixel.id === id)?.name ?? id ?? '–'
  return (
    <>
      <Card title={t('Pixels')}>
        <Answer of={pixels} what={t('the pixels')} empty={<Empty title={t('This account has no pixel.')} />}>
          {(rows) => <Table label={t('Pixels')} columns={pixelColumns(may, send)} rows={rows} keyOf={({ id }) => id} />}
        </Answer>
      </Card>
      <Card title={t('Custom conversions')}>
        <Answer
          of={conversions}
          what={t('the custom conversions')}
          empty={<Empty title={t('This account has no custom conversions.')} />}
        >
          {(rows) => (
            <Table
              label={t('Custom conversions')}
              columns={conversionColumns(nameOf)}
              rows={rows}
              keyOf={({ id }) => id}
            />
          )}
        </Answer>
      </Card>
      {sending && <SendEvent account={account} pixel={sending} onClose={() => send(null)} />}
    </>
  )
}

function pixelColumns(may: boolean, send: (pixel: Pixel) => void): Column<Pixel>[] {
  return [
    {
      head: t('Pixel'),
      cell: ({ id, name }) => (
        <div className="min-w-40">
          <p className="font-medium wrap-anywhere">{name}</p>
          <code className="text-[13px] text-muted">{id}</code>
        </div>
      ),
    },
    {
      head: t('Last event'),
      oneLine: true,
      cell: ({ lastFiredTime }) => (lastFiredTime ? ago(lastFiredTime) : t('never')),
    },
    {
      head: t('Try it'),
      cell: (pixel) => (
        <Button
          small
          disabled={!may}
          aria-label={t('Send an event … to {name}', { name: pixel.name })}
          onClick={() => send(pixel)}
        >
          {t('Send an event …')}
        </Button>
      ),
    },
  ]
}

function conversionColumns(nameOf: (id: string | null) => string): Column<CustomConversion>[] {
  return [
    {
      head: t('Name'),
      cell: ({ id, name }) => (
        <div className="min-w-40">
          <p className="font-medium wrap-anywhere">{name}</p>
          <code className="text-[13px] text-muted">{id}</code>
        </div>
      ),
    },
    { head: t('Pixel'), cell: ({ pixelId }) => nameOf(pixelId) },
    {
      head: t('Counts'),
      long: true,
      cell: ({ rule }) =>
        ruleInWords(rule ?? '') ?? (
          <code data-for-programs className="text-[13px] wrap-anywhere text-muted">
            {rule ?? '–'}
          </code>
        ),
    },
  ]
}
