import { Link, Outlet } from '@tanstack/react-router'
import { LogOut, Menu, Moon, Search, Sun, X } from 'lucide-react'
import { useState } from 'react'
import { useConnectionState } from '../data/client/connection-state.ts'
import { useEventStream } from '../data/client/live.ts'
import { useSession, useSignOut } from '../data/session/session.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/classes.ts'
import { SignedOut } from '../ui/signed-out.tsx'
import { Palette, usePalette } from './palette.tsx'
import { useNav } from './pages.ts'
import { setTheme, useTheme } from './theme.ts'
import { rich } from '../languages/rich.ts'
import { t } from '../languages/t.ts'

/** What is around every page: who you are, where you can go, and whether the service answers. */
export function Shell() {
  const state = useConnectionState()
  useEventStream()
  const palette = usePalette()
  const [menuOpen, setMenuOpen] = useState(false)
  return (
    <div className="flex min-h-full">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:bg-surface focus:p-2"
      >
        {t('Skip to the page')}
      </a>
      <Side open={menuOpen} onClose={() => setMenuOpen(false)} />
      <div className="flex min-w-0 flex-1 flex-col">
        <Top onMenu={() => setMenuOpen(true)} onSearch={palette.open} />
        {state === 'lost' && (
          <Line>{t('Flightdeck does not answer. What you typed is kept, and the page goes on when it is back.')}</Line>
        )}
        {state === 'signed-out' && (
          <Line>
            <SignedOut />
          </Line>
        )}
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <Outlet />
        </main>
      </div>
      <Palette {...palette} />
    </div>
  )
}

function Line({ children }: { children: React.ReactNode }) {
  return (
    <div role="status" className="border-b border-warn bg-warn-soft px-4 py-2 text-warn">
      {children}
    </div>
  )
}

function Side({ open, onClose }: { open: boolean; onClose: () => void }) {
  const session = useSession()
  const nav = useNav()
  return (
    <>
      {open && <div className="fixed inset-0 z-20 bg-black/40 md:hidden" onClick={onClose} aria-hidden />}
      <nav
        aria-label={t('Pages')}
        className={cx(
          'z-30 w-56 shrink-0 flex-col gap-4 overflow-y-auto border-r bg-surface p-3 md:sticky md:top-0 md:flex md:h-dvh',
          open ? 'fixed inset-y-0 left-0 flex' : 'hidden',
        )}
      >
        <div className="flex items-center justify-between px-2 pt-1">
          <span className="flex items-center gap-2 text-[15px] font-semibold tracking-tight">
            <i className="mark size-5.5" /> {t('Flightdeck')}
          </span>
          <IconButton
            label={t('Close the menu')}
            icon={<X size={18} aria-hidden />}
            className="md:hidden"
            onClick={onClose}
          />
        </div>
        {nav.map((group) => (
          <div key={group.name}>
            <p className="px-2 pb-1 text-xs font-medium text-muted">{group.name}</p>
            <ul>
              {group.pages.map(({ to, name, icon: Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    onClick={onClose}
                    activeOptions={{ exact: to === '/', includeSearch: false }}
                    className="flex items-center gap-2 rounded-md px-2 py-1.5 text-text hover:bg-raised data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent"
                  >
                    <Icon size={16} aria-hidden />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <p className="mt-auto px-2 text-xs text-muted">{session.data?.company.name}</p>
      </nav>
    </>
  )
}

function Top({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  const session = useSession()
  const signOut = useSignOut()
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header data-top className="sticky top-0 z-10 flex items-center gap-2 border-b bg-surface px-3 py-2">
      <IconButton
        label={t('Open the menu')}
        icon={<Menu size={18} aria-hidden />}
        className="md:hidden"
        onClick={onMenu}
      />
      <button
        type="button"
        onClick={onSearch}
        className="flex h-9 w-full max-w-sm items-center gap-2 rounded-md border border-field px-2.5 text-left text-muted hover:bg-raised"
      >
        <Search size={15} aria-hidden />{' '}
        {rich('Go to …<kbd>Ctrl K</kbd>', {
          kbd: (inner) => <kbd className="ml-auto text-xs max-md:hidden">{inner}</kbd>,
        })}
      </button>
      <div className="ml-auto flex items-center gap-1">
        <IconButton
          label={t('Switch to the {other} theme', { other })}
          icon={theme === 'dark' ? <Sun size={17} aria-hidden /> : <Moon size={17} aria-hidden />}
          onClick={() => setTheme(other)}
        />
        <span className="text-[13px] text-muted max-md:hidden">{session.data?.person.name}</span>
        <IconButton label={t('Sign out')} icon={<LogOut size={17} aria-hidden />} onClick={() => signOut.mutate()} />
      </div>
    </header>
  )
}
