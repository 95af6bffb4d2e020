import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdAccount } from '../../../../client/src/index.ts'
import { flightdeck } from '../../data/flightdeck.ts'
import { useKept } from '../../data/kept.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import { say } from '../../ui/toasts.tsx'
import { wordsOf } from './platform-words.ts'
import { Refused } from './refused.tsx'
import type { Entity } from '../../data/campaigns.ts'
import { refresh } from '../../data/campaign-writes.ts'

interface Copy {
  copyNumber: number
  success: boolean
  id: string | null
  warnings: string[]
  missing: string[]
  problem: string | null
}

interface Wish {
  name: string
  copies: string
  status: string
  isDeep: boolean
}

const start: Wish = { name: '', copies: '1', status: 'PAUSED', isDeep: true }
const mostCopies = 10

const statuses = [
  { value: 'PAUSED', label: 'Paused' },
  { value: 'INHERITED', label: 'As the original is' },
  { value: 'ACTIVE', label: 'Running at once' },
]

interface DuplicateProps {
  account: AdAccount
  entity: Entity
  onClose: () => void
}

/** Copies of a campaign, ad set or ad. They begin paused unless asked for otherwise: a copy costs nothing by itself. */
export function Duplicate({ account, entity, onClose }: DuplicateProps) {
  const [wish, setWish, forget] = useKept<Wish>(`duplicate.${entity.id}`, start)
  const [made, setMade] = useState<Copy[] | null>(null)
  const word = wordsOf(account.platform).levels[entity.level]
  const copies = Number(wish.copies)
  const isCount = Number.isInteger(copies) && copies >= 1 && copies <= mostCopies
  const copy = useMutation({
    mutationFn: () => duplicate(account, entity, wish),
    onSuccess: async (found) => {
      setMade(found)
      const good = found.filter(({ success }) => success).length
      if (good > 0) {
        say(`${good === 1 ? 'A copy was' : `${good} copies were`} made of ${entity.name}`)
        forget()
      }
      await refresh(account, entity)
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Duplicate the ${word}`}
      lead={entity.name}
      actions={
        <>
          <Button onClick={onClose}>{made ? 'Close' : 'Cancel'}</Button>
          <Button look="main" busy={copy.isPending} disabled={!isCount} onClick={() => copy.mutate()}>
            {made ? 'Duplicate once more' : 'Duplicate'}
          </Button>
        </>
      }
    >
      <TextField
        label="Name of the copies"
        hint="Left empty: the platform's own. {n} becomes the copy's number."
        maxLength={400}
        value={wish.name}
        onChange={(event) => setWish({ ...wish, name: event.target.value })}
      />
      <TextField
        label="How many"
        inputMode="numeric"
        value={wish.copies}
        problem={isCount ? null : `must be 1 to ${mostCopies}`}
        onChange={(event) => setWish({ ...wish, copies: event.target.value })}
      />
      <SelectField
        label="They begin"
        options={statuses}
        value={wish.status}
        onChange={(status) => setWish({ ...wish, status })}
      />
      {entity.level !== 'ad' && account.platform === 'primary' && (
        <Checkbox
          label="With all that is in it"
          checked={wish.isDeep}
          onChange={(event) => setWish({ ...wish, isDeep: event.target.checked })}
        />
      )}
      {copy.error && <Refused error={copy.error} />}
      {made && <Made copies={made} />}
    </Dialog>
  )
}

function Made({ copies }: { copies: Copy[] }) {
  return (
    <div role="status">
      <ul aria-label="What came of it" className="flex flex-col gap-2">
        {copies.map(({ copyNumber, success, id, warnings, missing, problem }) => (
          <li key={copyNumber} className="rounded-md border p-2">
            <Badge tone={success ? 'good' : 'bad'}>{success ? 'made' : 'failed'}</Badge> Copy {copyNumber}
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

interface Result {
  copyNumber: number
  success: boolean
  warnings?: string[]
  missing?: { message: string }[]
  error?: { message: string; hint?: string }
}

function copyOf(result: Result, id: string | undefined): Copy {
  const { copyNumber, success, warnings = [], missing = [], error } = result
  return {
    ...{ copyNumber, success, warnings },
    id: id ?? null,
    missing: missing.map(({ message }) => `Missing: ${message}`),
    problem: error ? [error.message, error.hint].filter(Boolean).join(' ') : null,
  }
}

async function duplicate(account: AdAccount, { level, id }: Entity, wish: Wish): Promise<Copy[]> {
  const newName = wish.name.trim() || undefined
  const initialStatus = wish.status as 'PAUSED' | 'ACTIVE' | 'INHERITED'
  const asked = { accountId: account.id, copyCount: Number(wish.copies), initialStatus }
  const deepCopy = wish.isDeep
  if (level === 'campaign') {
    const { results } = await flightdeck.duplicateCampaign({ ...asked, campaignId: id, newName, deepCopy })
    return results.map((result) => copyOf(result, result.newCampaignId))
  }
  if (level === 'adset') {
    const { results } = await flightdeck.duplicateAdset({ ...asked, adsetId: id, newName, deepCopy })
    return results.map((result) => copyOf(result, result.newAdSetId))
  }
  const copyValues = newName ? { adName: newName } : undefined
  const { results } = await flightdeck.duplicateAd({ ...asked, adId: id, copyValues })
  return results.map((result) => copyOf(result, result.newAdId))
}
