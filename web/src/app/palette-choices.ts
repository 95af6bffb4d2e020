import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Entity } from '../../../client/src/index.ts'
import { useAccounts } from '../data/accounts.ts'
import { useRules } from '../data/automations.ts'
import { root } from '../data/client/root.ts'
import { useCalled } from '../data/running/entities.ts'
import { useBatches } from '../data/launch/batches.ts'
import { platformOf, titleOf } from '../data/platforms.ts'
import type { Acts } from '../pages/running/acts.ts'
import { amountIn } from '../pages/running/amount.ts'
import { rowWord } from '../pages/running/query.ts'
import { money } from '../ui/words/format.ts'
import { intentOf } from './intent.ts'
import type { Intent } from './intent.ts'
import { further, useNav } from './pages.ts'
import { setTheme, useTheme } from './theme.ts'
import { t } from '../languages/t.ts'

export interface Choice {
  key: string
  name: string
  /** What kind of thing it is, and where. */
  hint: string
  run: () => void
}

const maxOfAKind = 6
const typingMs = 200

/** Pages, things and what can be done with them, by what is typed. Nothing is done from here that does not ask first. */
export function useChoices(typed: string, acts: Acts): { choices: Choice[]; isLooking: boolean } {
  const intent = intentOf(typed, amountIn)
  const called = useLate(intent.name)
  const found = useCalled(called)
  const [pages, things] = [usePageChoices(), useThings(intent.name)]
  const open = useOpen()
  const entities = (found.data ?? []).flatMap((entity) => choiceOf(entity, intent, { acts, open }) ?? [])
  const choices =
    intent.verb === null
      ? [...pages.filter(({ words }) => hasAll(words, typed)), ...entities, ...things]
      : [...entities, ...pages.filter(({ words }) => hasAll(words, typed))]
  return { choices, isLooking: called !== intent.name || found.isFetching }
}

function hasAll(text: string, typed: string): boolean {
  const all = text.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** What was typed, once somebody has stopped typing. */
function useLate(text: string): string {
  const [late, setLate] = useState(text)
  useEffect(() => {
    const wait = setTimeout(() => setLate(text), typingMs)
    return () => clearTimeout(wait)
  }, [text])
  return late
}

function useOpen(): (entity: Entity) => void {
  const navigate = useNavigate()
  return (entity) =>
    void navigate({
      to: '/running',
      search: { level: entity.level, accounts: entity.accountId, row: rowWord(entity) },
    })
}

interface Doing {
  acts: Acts
  open: (entity: Entity) => void
}

/** null: it cannot be done with this one. */
function choiceOf(entity: Entity, { verb, amount }: Intent, { acts, open }: Doing): Choice | null {
  const name = entity.name ?? entity.id
  const level = platformOf(entity.platform).levels[entity.level]
  const hint = `${level} · ${titleOf(entity.platform)} · ${entity.accountName}`
  const base = { key: `${verb ?? 'open'} ${entity.platform} ${entity.level} ${entity.id}`, hint }
  if (verb === null) return { ...base, name, run: () => open(entity) }
  if (!acts.mayManage) return null
  const isOn = acts.isOn(entity)
  if (verb === 'pause')
    return isOn ? { ...base, name: t('Pause {name} …', { name }), run: () => acts.askPause([entity]) } : null
  if (verb === 'resume')
    return !isOn && entity.state === 'paused'
      ? { ...base, name: t('Resume {name} …', { name }), run: () => acts.askResume([entity]) }
      : null
  const now = acts.budgetOf(entity)
  if (now.amount === null) return null
  const was = money(now.amount, entity.currency)
  if (amount === null) return { ...base, name: t('Budget of {name}: {was}', { name, was }), run: () => open(entity) }
  const becomes = `${was} → ${money(amount, entity.currency)}`
  return {
    ...base,
    name: t('Budget of {name}: {becomes} …', { name, becomes }),
    run: () => acts.askBudgets([{ entity, amount }]),
  }
}

function usePageChoices(): (Choice & { words: string })[] {
  const navigate = useNavigate()
  const nav = useNav()
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const pages = [...nav.flatMap(({ pages: some }) => some), ...further].map(({ to, name, also = '' }) => ({
    name,
    also,
    run: () => void navigate({ to }),
  }))
  return [
    ...pages,
    { name: t('Switch to the {other} theme', { other }), also: t('dark light colours'), run: () => setTheme(other) },
    { name: t('API reference'), also: t('docs openapi'), run: () => location.assign(`${root}/docs`) },
  ].map(({ name, also, run }) => ({ key: `page ${name}`, name, hint: '', words: `${name} ${also}`, run }))
}

/** Accounts, batches and rules of that name. */
function useThings(name: string): Choice[] {
  const navigate = useNavigate()
  const accounts = useAccounts().data ?? []
  const rules = useRules().data ?? []
  const batches = useBatches({ limit: 50 }).data?.data ?? []
  if (name.length < 2) return []
  const all = [
    ...accounts.map(({ id, name: called, platform }) => ({
      ...{
        key: `account ${platform} ${id}`,
        name: called,
        hint: t('ad account · {platform}', { platform: titleOf(platform) }),
        words: called,
      },
      run: () => void navigate({ to: '/running', search: { accounts: id } }),
    })),
    ...batches.map(({ adBatchId, adBatchSlug, name: called }) => ({
      ...{
        key: `batch ${adBatchId}`,
        name: called ?? t('Batch {adBatchId}', { adBatchId }),
        hint: t('batch {adBatchId}', { adBatchId }),
      },
      words: t('batch {adBatchId} {adBatchSlug} {called}', { adBatchId, adBatchSlug, called: called ?? '' }),
      run: () => void navigate({ to: '/batches/$id', params: { id: String(adBatchId) } }),
    })),
    ...rules.map(({ id, name: called }) => ({
      ...{ key: `rule ${id}`, name: called, hint: t('rule'), words: t('rule {called}', { called }) },
      run: () => void navigate({ to: '/automations/$id', params: { id: String(id) } }),
    })),
  ]
  const kinds = Map.groupBy(
    all.filter(({ words }) => hasAll(words, name)),
    ({ key }) => key.split(' ')[0],
  )
  return [...kinds.values()].flatMap((some) => some.slice(0, maxOfAKind))
}
