import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { SpendGuard } from '../../../../client/src/index.ts'
import { setGuards, useGuards } from '../../data/guards.ts'
import { useMay } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { GuardCard } from './guard-card.tsx'
import { GuardForm } from './guard-form.tsx'
import { t } from '../../languages/t.ts'

export function Guards() {
  const admin = useMay('admin')
  const status = useGuards()
  const [editing, setEditing] = useState<SpendGuard | 'new' | null>(null)
  const [removing, setRemoving] = useState<SpendGuard | null>(null)
  const guards = status.data?.data.map(({ guard }) => guard) ?? []
  const put = useWrite(setGuards, {
    done: t('The guards are set.'),
    then: () => (setEditing(null), setRemoving(null)),
  })
  const others = (guard: SpendGuard | 'new') => guards.filter((other) => other !== guard)
  return (
    <Page
      title={t('Guards')}
      lead={t(
        'Limits that every write which can cost money passes: launches, resumes, raises, rules, agents. What a guard cannot check, it refuses.',
      )}
      actions={
        <Button look="main" icon={<Plus size={16} aria-hidden />} disabled={!admin} onClick={() => setEditing('new')}>
          {t('New guard')}
        </Button>
      }
    >
      <Answer
        of={status}
        what={t('guards')}
        empty={
          <Empty title={t('No guard yet.')}>
            {t('A daily cap is a good first one: nothing that goes over it gets through.')}
          </Empty>
        }
      >
        {({ data }) => (
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {data.map((one) => (
              <GuardCard
                key={one.guard.id}
                status={one}
                guards={guards}
                onChange={() => setEditing(one.guard)}
                onRemove={() => setRemoving(one.guard)}
              />
            ))}
          </div>
        )}
      </Answer>
      {editing && (
        <GuardForm
          guard={editing === 'new' ? null : editing}
          busy={put.isPending}
          error={put.error}
          onClose={() => (put.reset(), setEditing(null))}
          onSave={(guard) => put.mutate({ guards: [...others(editing), guard] })}
        />
      )}
      {removing && (
        <Confirm
          onClose={() => (put.reset(), setRemoving(null))}
          title={t('Remove this guard?')}
          action={t('Remove the guard')}
          danger
          of={put}
          input={{ guards: others(removing) }}
        >
          {t('What it held back gets through from then on.')}
        </Confirm>
      )}
    </Page>
  )
}
