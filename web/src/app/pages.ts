import {
  Activity,
  Bell,
  Bot,
  CalendarClock,
  ChartLine,
  FolderTree,
  House,
  Images,
  KeyRound,
  Layers,
  Plug,
  Rocket,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
  Sparkles,
  Trophy,
  Users,
  Vote,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useSession } from '../data/session/session.ts'
import { t } from '../languages/t.ts'

interface NavPage {
  to: string
  name: string
  icon: LucideIcon
  /** What else somebody may type to find it. */
  also?: string
  /** Nobody else is shown the way. */
  forOperators?: true
}

interface NavGroup {
  name: string
  pages: NavPage[]
}

const nav: NavGroup[] = [
  {
    name: t('Run'),
    pages: [
      { to: '/', name: t('Home'), icon: House, also: t('start overview checklist') },
      { to: '/launch', name: t('Launch'), icon: Rocket, also: t('new ads sheet upload csv') },
      { to: '/batches', name: t('Batches'), icon: Activity, also: t('progress receipts undo retry') },
      {
        to: '/running',
        name: t('Everything that runs'),
        icon: Layers,
        also: t('all ads table compare worst best pause views entities'),
      },
      {
        to: '/campaigns',
        name: t('Campaigns'),
        icon: FolderTree,
        also: t('tree budget pause status comments changes history'),
      },
      { to: '/library', name: t('Library'), icon: Images, also: t('media boards tags research creatives') },
    ],
  },
  {
    name: t('Understand'),
    pages: [
      { to: '/reports', name: t('Reports'), icon: ChartLine, also: t('figures spend chart export top ads') },
      {
        to: '/creatives',
        name: t('Creatives'),
        icon: Trophy,
        also: t('winners tired fatigue hook board graduate hit rate'),
      },
      { to: '/automations', name: t('Automations'), icon: Bot, also: t('rules backtest suggestions executions') },
    ],
  },
  {
    name: t('Keep safe'),
    pages: [
      { to: '/guards', name: t('Guards'), icon: ShieldCheck, also: t('spend caps limits') },
      { to: '/approvals', name: t('Approvals'), icon: Vote, also: t('decide ask approve refuse') },
      { to: '/audit', name: t('Audit log'), icon: ScrollText, also: t('who did what') },
    ],
  },
  {
    name: t('Set up'),
    pages: [
      { to: '/connections', name: t('Connections'), icon: Plug, also: t('platforms tokens sandbox connect consent') },
      { to: '/calendar', name: t('Calendar'), icon: CalendarClock, also: t('ends tokens versions announced changes') },
      { to: '/webhooks', name: t('Webhooks'), icon: Bell, also: t('deliveries slack notifications') },
      {
        to: '/assistants',
        name: t('Assistants'),
        icon: Sparkles,
        also: t('connected claude chatgpt cursor agents mcp oauth'),
      },
      { to: '/keys', name: t('API keys'), icon: KeyRound, also: t('tokens scopes') },
      { to: '/people', name: t('People'), icon: Users, also: t('invite roles workspaces members') },
      { to: '/settings', name: t('You'), icon: Settings, also: t('sessions passkeys theme sign out') },
      {
        to: '/instance',
        name: t('Instance'),
        icon: Server,
        also: t('processes jobs queue sizes backup quotas operator'),
        forOperators: true,
      },
    ],
  },
]

/** Pages below others, which the command palette finds too. */
export const further: Omit<NavPage, 'icon'>[] = [
  { to: '/library/texts', name: t('Ad texts'), also: t('copy templates wordings headlines') },
  { to: '/campaigns/pixels', name: t('Pixels and conversions'), also: t('events tracking custom conversion') },
  { to: '/campaigns/new', name: t('New campaign'), also: t('make create budget objective') },
  { to: '/campaigns/new-ad-set', name: t('New ad set'), also: t('make create ad group audience budget targeting') },
  {
    to: '/campaigns/searches',
    name: t('Searches and keywords'),
    also: t('search terms negatives google keyword bid match'),
  },
]

/** What stands in the side navigation and in the command palette. */
export function useNav(): NavGroup[] {
  const isOperator = useSession().data?.operator ?? false
  return nav.map(({ name, pages }) => ({ name, pages: pages.filter((page) => isOperator || !page.forOperators) }))
}
