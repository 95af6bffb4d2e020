import { useNavigate, useSearch } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { Creative } from '../../../../client/src/index.ts'
import type { CreativesSearch } from '../../app/search.ts'
import { useCreatives } from '../../data/creatives.ts'
import { Answer, More } from '../../ui/answer.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty, Page } from '../../ui/page.tsx'
import { CreativeCard } from './card.tsx'
import { Compare } from './compare.tsx'
import { Controls } from './controls.tsx'
import { Graduate } from './graduate.tsx'
import { HitRate } from './hit-rate.tsx'
import { RulesDialog } from './rules-dialog.tsx'
import { queryOf } from './query.ts'
import type { ChangeSearch } from './query.ts'
import { t } from '../../languages/t.ts'

/** What ads show, as pictures: what wins, what is tired, and the way into further ad sets. */
export function Creatives() {
  const search = useSearch({ from: '/creatives' })
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [isJudging, judge] = useState(false)
  const change: ChangeSearch = (some) =>
    void navigate({ to: '/creatives', search: (now) => ({ ...now, ...some }), replace: true })
  return (
    <Page
      title={t('Creatives')}
      actions={
        <Button icon={<SlidersHorizontal size={15} aria-hidden />} onClick={() => judge(true)}>
          {t('How they are judged …')}
        </Button>
      }
      lead={t(
        'The same file or post is one card, over all its ads, accounts and platforms. What wins or tires is said by rules, with their numbers.',
      )}
    >
      <Controls search={search} text={text} onChange={change} onText={setText} />
      <Board search={useDeferredValue(search)} text={useDeferredValue(text)} />
      {isJudging && <RulesDialog onClose={() => judge(false)} />}
    </Page>
  )
}

const compared = 2

function Board({ search, text }: { search: CreativesSearch; text: string }) {
  const query = queryOf(search, text)
  const found = useCreatives(query)
  const [chosen, choose] = useState<readonly Creative[]>([])
  const [graduating, setGraduating] = useState<Creative | null>(null)
  const [isComparing, setComparing] = useState(false)
  const canMove = search.by === undefined || search.by === 'post'
  const toggle = (creative: Creative) =>
    choose((now) =>
      now.some(({ id }) => id === creative.id)
        ? now.filter(({ id }) => id !== creative.id)
        : [...now, creative].slice(-compared),
    )
  return (
    <Answer of={found} what={t('the creatives')}>
      {({ rows, about }) => (
        <>
          {about && <HitRate hitRate={about.hitRate} rules={about.rules} metadata={about.metadata} />}
          {chosen.length > 0 && (
            <div className="flex flex-wrap items-center gap-2 rounded-lg border bg-surface px-3 py-2">
              <span className="mr-2 font-medium">
                {chosen.length === compared ? t('2 to compare') : t('Choose one more to compare')}
              </span>
              <Button small disabled={chosen.length < compared} onClick={() => setComparing(true)}>
                {t('Compare')}
              </Button>
              <Button small look="quiet" onClick={() => choose([])}>
                {t('Choose none')}
              </Button>
            </div>
          )}
          {rows.length === 0 && (
            <Empty title={t('Nothing is like this.')}>{t('Ask for less, or for other days or accounts.')}</Empty>
          )}
          <ul
            aria-label={t('Creatives')}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-4"
          >
            {rows.map((creative) => (
              <CreativeCard
                key={creative.id}
                creative={creative}
                days={query}
                isChosen={chosen.some(({ id }) => id === creative.id)}
                onChoose={() => toggle(creative)}
                onGraduate={canMove ? () => setGraduating(creative) : null}
              />
            ))}
          </ul>
          <More of={found}>{t('Show more creatives')}</More>
          {graduating && <Graduate creative={graduating} onClose={() => setGraduating(null)} />}
          {isComparing && <Compare creatives={chosen} onClose={() => setComparing(false)} />}
        </>
      )}
    </Answer>
  )
}
