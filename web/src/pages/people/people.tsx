import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Person, PersonWithKeys, Role } from '../../../../client/src/index.ts'
import { updatePerson, usePeople } from '../../data/session/people.ts'
import { useMay, useSession } from '../../data/session/session.ts'
import { useWrite } from '../../data/client/write.ts'
import { Answer } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select.tsx'
import { ago } from '../../ui/words/format.ts'
import { Card, Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { InviteForm } from './invite-form.tsx'
import { Invites } from './invites.tsx'
import { KeptKeys } from './kept-keys.tsx'
import { PersonWorkspaces } from './person-workspaces.tsx'
import { RemovePerson } from './remove-person.tsx'
import { roleOptions } from './roles.ts'
import { Workspaces } from './workspaces.tsx'
import { t } from '../../languages/t.ts'

export function People() {
  const admin = useMay('admin')
  const people = usePeople()
  const [inviting, setInviting] = useState(false)
  return (
    <Page
      title={t('People')}
      lead={t('Who works here, what they may do, and in which workspaces.')}
      actions={
        <Button look="main" icon={<Plus size={16} aria-hidden />} disabled={!admin} onClick={() => setInviting(true)}>
          {t('Invite somebody')}
        </Button>
      }
    >
      <Answer of={people} what={t('people')}>
        {(rows) => <Members rows={rows} />}
      </Answer>
      {admin && <Invites />}
      <Card title={t('Workspaces')}>
        <Workspaces />
      </Card>
      {inviting && <InviteForm onClose={() => setInviting(false)} />}
    </Page>
  )
}

function Members({ rows }: { rows: Person[] }) {
  const admin = useMay('admin')
  const own = useSession().data?.person.id
  const [removing, setRemoving] = useState<Person | null>(null)
  const [placing, setPlacing] = useState<Person | null>(null)
  const [kept, setKept] = useState<PersonWithKeys | null>(null)
  const change = useWrite(updatePerson, {
    done: t('The role is changed; it holds from the next click on.'),
    then: (person) => person.keys.length > 0 && setKept(person),
  })
  return (
    <>
      <Problem error={change.error} />
      <Table
        label={t('People')}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: t('Name'), cell: ({ id, name }) => (id === own ? t('{name} (you)', { name }) : name) },
          { head: t('E-mail'), cell: ({ email }) => email, wideOnly: true },
          {
            head: t('Role'),
            cell: ({ id, name, role }) => (
              <SelectField
                label={t('Role of {name}', { name })}
                hideLabel
                disabled={!admin}
                options={roleOptions}
                value={role}
                className="min-w-28"
                onChange={(next) => change.mutate({ id, role: next as Role })}
              />
            ),
          },
          {
            head: t('Workspaces'),
            cell: (person) => (
              <Button
                small
                disabled={!admin}
                aria-label={t('{places} workspaces of {name}', { places: placesOf(person), name: person.name })}
                onClick={() => setPlacing(person)}
              >
                {placesOf(person)}
              </Button>
            ),
          },
          {
            head: t('Last seen'),
            cell: ({ lastSeenAt }) => (lastSeenAt ? ago(lastSeenAt) : t('never')),
            wideOnly: true,
          },
          {
            head: t('Actions'),
            cell: (person) => (
              <Button
                small
                disabled={!admin || person.id === own}
                aria-label={t('Remove {name}', { name: person.name })}
                onClick={() => setRemoving(person)}
              >
                {t('Remove')}
              </Button>
            ),
          },
        ]}
      />
      {placing && <PersonWorkspaces person={placing} onClose={() => setPlacing(null)} />}
      {removing && <RemovePerson person={removing} onClose={() => setRemoving(null)} />}
      {kept && <KeptKeys person={kept} onClose={() => setKept(null)} />}
    </>
  )
}

function placesOf({ workspaceIds }: Person): string {
  return workspaceIds.length === 0 ? t('all') : String(workspaceIds.length)
}
