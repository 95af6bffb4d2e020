import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, Copy, ExternalLink, Eye, History, MessageSquare, Pencil } from 'lucide-react'
import { keyOf } from '../../data/campaigns/campaigns.ts'
import type { Entity } from '../../data/campaigns/campaigns.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { cx } from '../../ui/classes.ts'
import { count, money } from '../../ui/words/format.ts'
import { Menu } from '../../ui/dialogs/menu.tsx'
import { Switch } from '../../ui/switch.tsx'
import { endWords } from '../../ui/words/end-words.ts'
import { webAddress } from '../../ui/web-link.tsx'
import { can, copyRefusal, platformOf, titlesWith } from '../../data/platforms.ts'
import { canSwitch, isOn, plainState } from './status-words.ts'
import { useTree } from './tree-state.tsx'
import { t } from '../../languages/t.ts'

export const layout =
  'grid grid-cols-[1.25rem_minmax(var(--name),1fr)_2.25rem_7rem_8rem_5.5rem_5.5rem_4rem_5.25rem_7.25rem_2rem] items-center gap-x-2 px-3'

export const heads = [
  { name: t('Chosen'), isHidden: true },
  { name: t('Name') },
  { name: t('On##switched on'), isHidden: true },
  { name: t('State') },
  { name: t('Budget'), isFigure: true },
  { name: t('Spend'), isFigure: true },
  { name: t('Impressions'), isFigure: true },
  { name: t('Clicks'), isFigure: true },
  { name: t('Results'), isFigure: true },
  { name: t('Cost per result'), isFigure: true },
  { name: t('More'), isHidden: true },
].map((head) => ({ isFigure: false, isHidden: false, ...head }))

interface RowProps {
  entity: Entity
  depth: number
  isOpen: boolean
  index: number
  step: (by: 1 | -1) => void
}

export function EntityRow({ entity, depth, isOpen, index, step }: RowProps) {
  const tree = useTree()
  const { currency } = tree.account
  const isChosen = tree.selected.has(keyOf(entity))
  return (
    <div
      role="row"
      aria-rowindex={index}
      aria-level={depth + 1}
      aria-expanded={entity.level === 'ad' ? undefined : isOpen}
      aria-selected={isChosen}
      className={cx(layout, 'min-h-11 border-b', isChosen ? 'bg-accent-soft' : 'hover:bg-raised/50')}
    >
      <div role="gridcell" className="flex">
        <input
          type="checkbox"
          aria-label={t('Choose {name}', { name: entity.name })}
          checked={isChosen}
          onChange={(event) => tree.select(entity, event.target.checked)}
          className="size-4 accent-(--accent-strong)"
        />
      </div>
      <Name {...{ entity, depth, isOpen, step }} />
      <OnSwitch entity={entity} />
      <div role="gridcell" className="overflow-hidden" title={plainState(entity.effectiveStatus)}>
        <Badge tone={toneOf(entity.effectiveStatus)}>{plainState(entity.effectiveStatus)}</Badge>
      </div>
      <Budget entity={entity} />
      <Figure text={money(entity.spend, currency)} />
      <Figure text={count(entity.impressions)} />
      <Figure text={count(entity.clicks)} />
      <Figure text={count(entity.results)} />
      <Figure text={money(entity.costPerResult, currency)} />
      <div role="gridcell">
        <More entity={entity} />
      </div>
    </div>
  )
}

function Figure({ text }: { text: string }) {
  return (
    <div role="gridcell" className="text-right tabular-nums">
      {text}
    </div>
  )
}

function Name({ entity, depth, isOpen, step }: Omit<RowProps, 'index'>) {
  const { account, toggle } = useTree()
  const Arrow = isOpen ? ChevronDown : ChevronRight
  const picture = webAddress(entity.thumbnailUrl)
  const level = platformOf(account.platform).levels[entity.level]
  const about = [level, entity.about && plainState(entity.about.replace(/^OUTCOME_/, '')), endWords(entity)]
  const press = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      step(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (entity.level === 'ad') return
    if (event.key === 'ArrowRight' && !isOpen) toggle(entity)
    if (event.key === 'ArrowLeft' && isOpen) toggle(entity)
  }
  return (
    <div role="gridcell" className="min-w-0" style={{ paddingLeft: `${depth * 1.25}rem` }}>
      <button
        type="button"
        id={`name-${keyOf(entity)}`}
        aria-expanded={entity.level === 'ad' ? undefined : isOpen}
        onClick={() => (entity.level === 'ad' ? undefined : toggle(entity))}
        onKeyDown={press}
        className={cx(
          'flex w-full min-w-0 items-center gap-2 py-1.5 text-left leading-tight',
          entity.level === 'ad' && 'cursor-default',
        )}
      >
        {entity.level !== 'ad' && <Arrow size={16} className="shrink-0 text-muted" aria-hidden />}
        {picture && <img src={picture} alt="" loading="lazy" className="size-8 shrink-0 rounded object-cover" />}
        <span className="min-w-0">
          <span className={cx('block truncate', entity.level === 'campaign' && 'font-medium')} title={entity.name}>
            {entity.name || entity.id}
          </span>
          <span className="block truncate text-xs text-muted" title={endWords(entity) ?? undefined}>
            {about.filter(Boolean).join(' · ')}
          </span>
        </span>
      </button>
    </div>
  )
}

function OnSwitch({ entity }: { entity: Entity }) {
  const { switching, switchTo, mayManage } = useTree()
  const wish = switching.get(keyOf(entity))
  return (
    <div role="gridcell">
      <Switch
        label={t('{name} runs', { name: entity.name })}
        checked={wish ?? isOn(entity.status)}
        disabled={wish !== undefined || !mayManage || !canSwitch(entity.status)}
        onChange={(isWanted) => switchTo([entity], isWanted)}
      />
    </div>
  )
}

function Budget({ entity }: { entity: Entity }) {
  const { account, mayManage, setPanel } = useTree()
  const amount = entity.dailyBudget ?? entity.lifetimeBudget
  if (amount === null) return <Figure text="–" />
  const [text, span] = [money(amount, account.currency), entity.dailyBudget === null ? t('in all') : t('a day')]
  return (
    <div role="gridcell" className="text-right">
      <button
        type="button"
        disabled={!mayManage}
        onClick={() => setPanel(entity, { kind: 'budget', text: String(amount) })}
        className="inline-flex items-center gap-1 rounded px-1 tabular-nums enabled:hover:bg-raised"
      >
        {mayManage && <Pencil size={12} className="text-muted" aria-hidden />}
        <span>{text}</span> <span className="text-xs text-muted">{span}</span>
        <span className="sr-only">: {t('change the budget of {name}', { name: entity.name })}</span>
      </button>
    </div>
  )
}

function More({ entity }: { entity: Entity }) {
  const { account, act, mayManage } = useTree()
  const navigate = useNavigate()
  const size = { size: 15, 'aria-hidden': true } as const
  const refusal = mayManage ? copyRefusal(account.platform, entity.level) : t('Your role may not change campaigns.')
  const manager = webAddress(entity.adsManagerUrl)
  return (
    <Menu
      label={t('More about {name}', { name: entity.name })}
      entries={[
        {
          name: t('Duplicate …'),
          icon: <Copy {...size} />,
          unable: refusal,
          run: () => act({ kind: 'duplicate', entity }),
        },
        ...(entity.level === 'ad'
          ? [
              { name: t('Preview'), icon: <Eye {...size} />, run: () => act({ kind: 'preview', entity }) },
              {
                name: t('Comments'),
                icon: <MessageSquare {...size} />,
                unable: can(account.platform, 'comments')
                  ? null
                  : t('Only accounts of {titlesWith} tell of comments.', { titlesWith: titlesWith('comments') }),
                run: () => void navigate({ to: '/campaigns/comments', search: { account: account.id, ad: entity.id } }),
              },
            ]
          : []),
        {
          name: t('Changes'),
          icon: <History {...size} />,
          unable: can(account.platform, 'listChanges')
            ? null
            : t('Only accounts of {titlesWith} tell of changes.', { titlesWith: titlesWith('listChanges') }),
          run: () => void navigate({ to: '/campaigns/changes', search: { account: account.id, object: entity.id } }),
        },
        ...(manager
          ? [
              {
                name: t('Open in the ads manager'),
                icon: <ExternalLink {...size} />,
                run: () => void window.open(manager, '_blank', 'noreferrer'),
              },
            ]
          : []),
      ]}
    />
  )
}

function toneOf(word: string): Tone {
  if (/REJECT|DISAPPROV|NOT_APPROVED|ISSUE|DENY|DENIED|INVALID/.test(word)) return 'bad'
  if (/PENDING|REVIEW|PROCESS|LEARNING/.test(word)) return 'busy'
  if (/PAUSE|DISABLE|HOLD|ARCHIVED|REMOVED|DELETE|DRAFT|DONE|ENDED|COMPLETED|NOT_/.test(word)) return 'calm'
  return /ACTIVE|RUNNING|ENABLE|ELIGIBLE|APPROVED|LIVE|DELIVERY_OK/.test(word) ? 'good' : 'calm'
}
