import { useState } from 'react'
import type { AdAccount } from '../../../../client/src/index.ts'
import { duplicate } from '../../data/campaigns/campaign-writes.ts'
import type { Copy, CopyWish } from '../../data/campaigns/campaign-writes.ts'
import type { Entity } from '../../data/campaigns/campaigns.ts'
import { useKept } from '../../data/client/kept.ts'
import { useWrite } from '../../data/client/write.ts'
import { Badge } from '../../ui/badge.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { platformOf } from '../../data/platforms.ts'
import { Refused } from './refused.tsx'
import { t } from '../../languages/t.ts'

const start: CopyWish = { name: '', copies: '1', status: 'PAUSED', isDeep: true }
const maxCopies = 10

const statuses = [
  { value: 'PAUSED', label: t('Paused') },
  { value: 'INHERITED', label: t('As the original is') },
  { value: 'ACTIVE', label: t('Running at once') },
]

interface DuplicateProps {
  account: AdAccount
  entity: Entity
  onClose: () => void
}

/** Copies of a campaign, ad set or ad. They begin paused unless asked for otherwise: a copy costs nothing by itself. */
export function Duplicate({ account, entity, onClose }: DuplicateProps) {
  const [wish, setWish, forget] = useKept<CopyWish>(`duplicate.${entity.id}`, start)
  const [made, setMade] = useState<Copy[] | null>(null)
  const word = platformOf(account.platform).levels[entity.level]
  const copies = Number(wish.copies)
  const isCount = Number.isInteger(copies) && copies >= 1 && copies <= maxCopies
  const copy = useWrite(duplicate, {
    done: (found) => {
      const good = goodOf(found)
      return good === 0
        ? ''
        : t(
            { one: 'A copy was made of {name}', other: '{count} copies were made of {name}' },
            { count: good, name: entity.name },
          )
    },
    then: (found) => {
      setMade(found)
      if (goodOf(found) > 0) forget()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Duplicate the {word}', { word })}
      lead={
        <>
          {entity.name} <SandboxOrLive of={[account.sandbox]} />
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>{made ? t('Close') : t('Cancel')}</Button>
          <Button
            look="main"
            busy={copy.isPending}
            disabled={!isCount}
            onClick={() => copy.mutate({ account, entity, wish })}
          >
            {made ? t('Duplicate once more') : t('Duplicate')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('Name of the copies')}
        hint={t("Left empty: the platform's own. {n} becomes the copy's number.", { n: '{n}' })}
        maxLength={400}
        value={wish.name}
        onChange={(event) => setWish({ ...wish, name: event.target.value })}
      />
      <TextField
        label={t('How many')}
        inputMode="numeric"
        value={wish.copies}
        problem={isCount ? null : t('must be 1 to {maxCopies}', { maxCopies })}
        onChange={(event) => setWish({ ...wish, copies: event.target.value })}
      />
      <SelectField
        label={t('They begin')}
        options={statuses}
        value={wish.status}
        onChange={(status) => setWish({ ...wish, status })}
      />
      {entity.level !== 'ad' && account.platform === 'primary' && (
        <Checkbox
          label={t('With all that is in it')}
          checked={wish.isDeep}
          onChange={(event) => setWish({ ...wish, isDeep: event.target.checked })}
        />
      )}
      <Refused error={copy.error} />
      {made && <Made copies={made} />}
    </Dialog>
  )
}

const goodOf = (copies: Copy[]) => copies.filter(({ success }) => success).length

function Made({ copies }: { copies: Copy[] }) {
  return (
    <div role="status">
      <ul aria-label={t('What came of it')} className="flex flex-col gap-2">
        {copies.map(({ copyNumber, success, id, warnings, missing, problem }) => (
          <li key={copyNumber} className="rounded-md border p-2">
            <Badge tone={success ? 'good' : 'bad'}>{success ? t('made') : t('failed')}</Badge>{' '}
            {t('Copy {copyNumber}', { copyNumber })}
            {id && <code className="ml-2 text-[13px] text-muted">{id}</code>}
            {problem && <p className="text-bad">{problem}</p>}
            {[...warnings, ...missing].map((text) => (
              <p key={text} className="text-warn">
                {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
