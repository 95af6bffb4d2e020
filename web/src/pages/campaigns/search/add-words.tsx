import { useDeferredValue, useState } from 'react'
import type { AdAccount, MatchType } from '../../../../../client/src/index.ts'
import { addWords, useAdGroups, useWordsPreview } from '../../../data/campaigns/search-ads.ts'
import type { Added, Adding, Within } from '../../../data/campaigns/search-ads.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { Preview, isRefused, willAsk } from '../../../ui/figures/preview.tsx'
import { SandboxOrLive } from '../../../ui/sandbox-or-live.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { Refused } from '../refused.tsx'
import { matchTitles, matchWord, wordsIn } from './words.ts'
import { t } from '../../../languages/t.ts'

interface AddWordsProps {
  kind: Adding['kind']
  account: AdAccount
  within: Within
  onClose: () => void
}

const maxAtOnce = 1000

/** Several words at once: first what the platform and the guards would say to each, then they are added. */
export function AddWords({ kind, account, within, onClose }: AddWordsProps) {
  const [text, setText] = useState('')
  const [match, setMatch] = useState<MatchType>(kind === 'keyword' ? 'PHRASE' : 'EXACT')
  const [bid, setBid] = useState('')
  const places = usePlaces(kind, account.id)
  const [chosen, setPlace] = useState(placeOf(within, kind))
  const place = chosen || (places[0]?.value ?? '')
  const words = wordsIn(text, match).map((word) => ({ ...word, ...(bid.trim() && { bid: bid.trim() }) }))
  const wish = useDeferredValue(adding({ kind, account, words, place }))
  const [asked, ask] = useState<Adding | null>(null)
  const isAsked = asked !== null && JSON.stringify(asked) === JSON.stringify(wish)
  const preview = useWordsPreview(isAsked ? asked : null)
  const add = useWrite(addWords, {
    done: ({ successCount, failCount }) =>
      failCount === 0
        ? t({ one: '{count} word was added.', other: '{count} words were added.' }, { count: successCount })
        : '',
    then: ({ failCount }) => {
      if (failCount === 0) onClose()
    },
  })
  const isMany = words.length > maxAtOnce
  const plan = isAsked ? preview.data : null
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={kind === 'keyword' ? t('Add keywords') : t('Add negatives')}
      lead={
        <>
          {t('A line for each. [like this] is exact, "like this" a phrase.')} <SandboxOrLive of={[account.sandbox]} />
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>{t('Not now')}</Button>
          <Button disabled={wish === null || isMany} busy={preview.isFetching} onClick={() => ask(wish)}>
            {t('What would happen')}
          </Button>
          <Button
            look="main"
            busy={add.isPending}
            disabled={wish === null || isMany || !plan || isRefused(plan)}
            onClick={() => wish && add.mutate(wish)}
          >
            {plan && willAsk(plan)
              ? t('Ask for approval')
              : words.length === 0
                ? t('Add')
                : t('Add {words}', { words: words.length })}
          </Button>
        </>
      }
    >
      <TextArea
        label={kind === 'keyword' ? t('Keywords') : t('Searches to keep ads away from')}
        rows={6}
        value={text}
        problem={isMany ? t('are {words}: at most {maxAtOnce} at once', { words: words.length, maxAtOnce }) : null}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="grid gap-2 sm:grid-cols-3">
        <SelectField
          label={kind === 'keyword' ? t('Ad group') : t('Kept away from')}
          options={places}
          value={place}
          onChange={setPlace}
        />
        <SelectField
          label={t('Lines without signs are')}
          options={Object.entries(matchTitles).map(([value, label]) => ({ value, label }))}
          value={match}
          onChange={(word) => setMatch(word as MatchType)}
        />
        {kind === 'keyword' && (
          <TextField
            label={t('Bid, in {currency}', { currency: account.currency })}
            hint={t('Left empty: the ad group’s.')}
            inputMode="decimal"
            value={bid}
            onChange={(event) => setBid(event.target.value)}
          />
        )}
      </div>
      {isAsked && (
        <Answer of={preview} what={t('what would happen')}>
          {(found) => found && <Plan of={found} />}
        </Answer>
      )}
      {add.data && <Outcomes of={add.data} />}
      <Refused error={add.error} />
    </Dialog>
  )
}

interface Wish {
  kind: Adding['kind']
  account: AdAccount
  words: Adding['words']
  place: string
}

/** null: there is nothing to add yet, or nowhere. */
function adding({ kind, account, words, place }: Wish): Adding | null {
  const [level, id] = place.split(':')
  if (words.length === 0 || !id) return null
  return {
    accountId: account.id,
    kind,
    words,
    place: level === 'campaign' ? { campaignId: id } : { adGroupId: id },
  }
}

function placeOf({ campaignId, adGroupId }: Within, kind: Adding['kind']): string {
  if (adGroupId) return `group:${adGroupId}`
  return campaignId && kind === 'negative' ? `campaign:${campaignId}` : ''
}

/** Keywords go into ad groups; negatives hold for one, or for a whole campaign. */
function usePlaces(kind: Adding['kind'], accountId: string) {
  const groups = useAdGroups(accountId).data ?? []
  const campaigns = new Map(groups.map(({ campaignId, campaignName }) => [campaignId, campaignName]))
  return [
    ...(kind === 'negative'
      ? [...campaigns].map(([id, name]) => ({
          value: `campaign:${id}`,
          label: t('{name}, the whole campaign', { name }),
        }))
      : []),
    ...groups.map(({ id, name, campaignName }) => ({ value: `group:${id}`, label: `${name} · ${campaignName}` })),
  ]
}

function Plan({ of }: { of: Added }) {
  const good = of.results.filter(({ success }) => success)
  const there = good.filter(({ outcome }) => outcome === 'exists').length
  return (
    <>
      <Preview of={of}>
        {there > 0
          ? t(
              {
                one: '{good} would be added, {count} is there already',
                other: '{good} would be added, {count} are there already',
              },
              { count: there, good: good.length - there },
            )
          : t('{good} would be added', { good: good.length - there })}
        {of.failCount > 0 ? `, ${t('{failCount} would be refused', { failCount: of.failCount })}.` : '.'}
      </Preview>
      <Outcomes of={of} />
    </>
  )
}

/** What stands against some of them, each with the platform's words. */
function Outcomes({ of }: { of: Added }) {
  const failed = of.results.filter(({ success }) => !success)
  if (failed.length === 0) return null
  return (
    <ul aria-label={t('Refused')} className="flex flex-col gap-1">
      {failed.map(({ index, text, matchType, error }) => (
        <li key={index} className="wrap-anywhere">
          <Badge tone="bad">{t('refused')}</Badge> {text} <span className="text-muted">({matchWord(matchType)})</span>:{' '}
          {error?.message ?? t('The platform did not take it.')}
        </li>
      ))}
    </ul>
  )
}
