import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Automation } from '../../../../../client/src/index.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { ExecutionsTable } from '../list/executions-table.tsx'
import { ExecutionDetail } from './execution.tsx'
import { t } from '../../../languages/t.ts'

/** What the rule did, and why it did not touch something. */
export function Executions({ rule }: { rule: Automation }) {
  const { execution, entity: about } = useSearch({ from: '/automations/$id' })
  return (
    <div className="flex flex-col gap-4">
      {execution !== undefined && <ExecutionDetail key={execution} id={execution} />}
      <Search id={rule.id} about={about} />
      <ExecutionsTable automationId={rule.id} entityId={about} />
    </div>
  )
}

function Search({ id, about }: { id: number; about: string | undefined }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(about ?? '')
  const find = (entity: string) =>
    void navigate({
      to: '/automations/$id',
      params: { id: String(id) },
      search: entity === '' ? { tab: 'executions' } : { tab: 'executions', entity },
    })
  return (
    <form
      role="search"
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => (event.preventDefault(), find(typed.trim()))}
    >
      <div className="w-80 max-w-full">
        <TextField
          label={t('Why did it (not) touch …')}
          placeholder={t('id of an ad, ad set or campaign')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Button type="submit">{t('Find out')}</Button>
      {about !== undefined && (
        <Button look="quiet" onClick={() => (setTyped(''), find(''))}>
          {t('Show all executions')}
        </Button>
      )}
    </form>
  )
}
