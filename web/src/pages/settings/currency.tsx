import { useState } from 'react'
import type { CompanyCurrency } from '../../../../client/src/index.ts'
import { setCurrency, useCurrency } from '../../data/reports.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { decimals, wholeDay } from '../../ui/words/format.ts'
import { Card } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { t } from '../../languages/t.ts'

/** What the totals of the company are in, and the rates that they rest on. */
export function Currency() {
  const currency = useCurrency()
  return (
    <Card title={t('The company’s currency')}>
      <Answer of={currency} what={t('the currency')}>
        {(known) => (
          <div className="flex flex-col gap-3">
            <Choose key={known.currency} of={known} />
            {known.missing.length > 0 && (
              <p className="text-warn">
                {t('There is no rate of {missing}: totals leave out what is in it, and guards count it as unknown.', {
                  missing: known.missing.join(', '),
                })}
              </p>
            )}
            {known.rates.length > 0 && <Rates of={known} />}
          </div>
        )}
      </Answer>
    </Card>
  )
}

const isCode = (text: string) => /^[A-Z]{3}$/.test(text)

function Choose({ of: { currency } }: { of: CompanyCurrency }) {
  const admin = useMay('admin')
  const [code, setCode] = useState(currency ?? '')
  const change = useWrite(setCurrency, {
    done: (reply) => t('Totals are in {currency} now.', { currency: reply.currency ?? t('no currency') }),
  })
  const isNew = isCode(code) && code !== currency
  return (
    <>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (isNew) change.mutate({ currency: code })
        }}
      >
        <TextField
          label={t('Totals are in')}
          hint={t('Three letters, such as EUR.')}
          maxLength={3}
          disabled={!admin}
          value={code}
          onChange={({ target }) => setCode(target.value.toUpperCase())}
        />
        <Button type="submit" disabled={!admin || !isNew} busy={change.isPending}>
          {t('Change')}
        </Button>
      </form>
      <Problem error={change.error} />
    </>
  )
}

function Rates({ of: { currency, rates } }: { of: CompanyCurrency }) {
  return (
    <Table
      label={t('Rates')}
      rows={rates}
      keyOf={({ currency: code }) => code}
      columns={[
        { head: t('Currency'), cell: ({ currency: code }) => code },
        {
          head: t('One is worth, in {currency}', { currency: currency ?? t('it') }),
          figure: true,
          cell: ({ rate }) => decimals(rate, 6),
        },
        { head: t('Of'), cell: ({ date }) => wholeDay(date), oneLine: true },
      ]}
    />
  )
}
