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

/** What the totals of the company are in, and the rates that they rest on. */
export function Currency() {
  const currency = useCurrency()
  return (
    <Card title="The company’s currency">
      <Answer of={currency} what="the currency">
        {(known) => (
          <div className="flex flex-col gap-3">
            <Choose key={known.currency} of={known} />
            {known.missing.length > 0 && (
              <p className="text-warn">
                There is no rate of {known.missing.join(', ')}: totals leave out what is in it, and guards count it as
                unknown.
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
  const change = useWrite(setCurrency, { done: (reply) => `Totals are in ${reply.currency ?? 'no currency'} now.` })
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
          label="Totals are in"
          hint="Three letters, such as EUR."
          maxLength={3}
          disabled={!admin}
          value={code}
          onChange={({ target }) => setCode(target.value.toUpperCase())}
        />
        <Button type="submit" disabled={!admin || !isNew} busy={change.isPending}>
          Change
        </Button>
      </form>
      <Problem error={change.error} />
    </>
  )
}

function Rates({ of: { currency, rates } }: { of: CompanyCurrency }) {
  return (
    <Table
      label="Rates"
      rows={rates}
      keyOf={({ currency: code }) => code}
      columns={[
        { head: 'Currency', cell: ({ currency: code }) => code },
        { head: `One is worth, in ${currency ?? 'it'}`, figure: true, cell: ({ rate }) => decimals(rate, 6) },
        { head: 'Of', cell: ({ date }) => wholeDay(date), oneLine: true },
      ]}
    />
  )
}
