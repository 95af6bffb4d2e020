import { useNavigate } from '@tanstack/react-router'
import { Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { View } from '../../../../client/src/index.ts'
import type { RunningSearch } from '../../app/search.ts'
import { useForm } from '../../data/form/use-form.ts'
import { deleteView, saveView, useViews } from '../../data/running/entities.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Problem } from '../../ui/problem.tsx'
import { chosenColumns } from './columns/columns.ts'
import { conditionsOf, queryOf } from './query.ts'
import { t } from '../../languages/t.ts'

/** Lists with a name: one's own, and those that everybody of the company has. */
export function Views({ search }: { search: RunningSearch }) {
  const views = useViews().data?.data ?? []
  const [isNaming, setNaming] = useState(false)
  const navigate = useNavigate()
  const current = views.find(({ id }) => id === search.view)
  const remove = useWrite(deleteView, {
    done: t('The view is gone.'),
    then: () => navigate({ to: '/running', search: {} }),
  })
  const open = (id: string) => {
    const wanted = views.find((view) => String(view.id) === id)
    void navigate({ to: '/running', search: wanted ? searchOf(wanted) : {} })
  }
  const options = views.map(({ id, name, forCompany }) => ({
    value: String(id),
    label: forCompany ? t('{name} (everybody)', { name }) : name,
  }))
  return (
    <>
      {views.length > 0 && (
        <SelectField
          label={t('Saved views')}
          hideLabel
          options={[{ value: '', label: t('Saved views …') }, ...options]}
          value={current ? String(current.id) : ''}
          onChange={open}
        />
      )}
      {current && (
        <IconButton
          label={t('Delete the view {name}', { name: current.name })}
          icon={<Trash2 size={15} aria-hidden />}
          onClick={() => remove.mutate({ id: current.id })}
        />
      )}
      <Button icon={<Star size={15} aria-hidden />} onClick={() => setNaming(true)}>
        {t('Save view …')}
      </Button>
      <Problem error={remove.error} />
      {isNaming && <Naming search={search} onClose={() => setNaming(false)} />}
    </>
  )
}

function Naming({ search, onClose }: { search: RunningSearch; onClose: () => void }) {
  const mayManage = useMay('manage')
  const navigate = useNavigate()
  const save = useWrite(saveView, {
    done: ({ name: kept }) => [t('Saved'), t('“{kept}” is in the list of views.', { kept })],
    then: ({ id }) => {
      onClose()
      return navigate({ to: '/running', search: { ...search, view: id } })
    },
  })
  const form = useForm('saveView', { name: '', forCompany: false }, save.error)
  const keep = () => {
    const listed = { ...search, from: undefined, to: undefined }
    const { filter: _text, view: _from, columns: _read, accountIds, ...rest } = queryOf(listed)
    save.mutate({
      ...rest,
      ...{ ...form.values, filter: conditionsOf(search), columns: chosenColumns(search) },
      ...(accountIds === undefined ? {} : { accountIds: [accountIds].flat() }),
    } as Parameters<typeof save.mutate>[0])
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Save this view')}
      lead={t(
        'What is listed, from where, with which figures, days, filters and in which order. What is typed to search, and days that were picked in the calendar, are left out.',
      )}
      actions={
        <Button look="main" busy={save.isPending} disabled={!form.isReady} onClick={keep}>
          {t('Save')}
        </Button>
      }
    >
      <TextField label={t('Name')} {...form.text('name')} />
      <Checkbox
        label={t('For everybody of the company')}
        checked={form.values.forCompany}
        disabled={!mayManage}
        onChange={({ target }) => form.set({ forCompany: target.checked })}
      />
      <Problem error={save.error} />
    </Dialog>
  )
}

/** A view as an address: what it says, so that it can be changed from there. */
function searchOf(view: View): RunningSearch {
  const { id, level, platform, accountIds, window, sortBy, sortDirection, columns, filter = [] } = view
  const stateOf = filter.find(({ field }) => field === 'status')?.value
  const bound = filter.find(({ metric, operator }) => metric !== undefined && (operator === 'gt' || operator === 'lt'))
  return {
    view: id,
    level: level === 'all' ? undefined : level,
    platform,
    window: window,
    accounts: accountIds?.join(','),
    sort: sortBy,
    up: sortDirection === 'ASC' || undefined,
    columns: columns?.join(','),
    state: stateOf === 'active' || stateOf === 'paused' ? stateOf : undefined,
    metric: bound?.metric,
    than: bound?.operator as RunningSearch['than'],
    amount: typeof bound?.value === 'number' ? bound.value : undefined,
  }
}
