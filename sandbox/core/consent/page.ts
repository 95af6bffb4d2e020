import { html } from '../manager/html.ts'
import type { Html } from '../manager/html.ts'
import type { SimReply } from '../simulator.ts'
import { people } from './people.ts'
import type { Question } from './question.ts'

/** An account as the page lists it. */
export interface OfferedAccount {
  id: string
  name: string
}

interface ShownQuestion extends Question {
  title: string
  /** Where the forms lead: the page's own address with everything that it was asked. */
  action: string
  scopes: { scope: string; words: string }[]
  accounts: OfferedAccount[]
  picksAccounts: boolean
  leavesOutScopes: boolean
  /** What was wrong with what was sent. */
  problem?: string | undefined
}

function headers(leadsTo: string): Record<string, string> {
  const policy = `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'${leadsTo}; base-uri 'none'; frame-ancestors 'none'`
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  }
}

/** Browsers hold a form to this even where the answer to it sends them on; none of them reads an IPv6 address there. */
function sourceOf(redirectUri: string): string {
  const { origin, protocol, hostname } = new URL(redirectUri)
  return hostname.startsWith('[') ? ` ${protocol}` : ` ${origin}`
}

function frame(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Flightdeck sandbox</title>
        <link rel="stylesheet" href="/_manager/style.css" />
        <link rel="icon" href="/_manager/mark.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#main">To the content</a>
        <header class="top">
          <a class="brand" href="/"
            ><img src="/_manager/mark.svg" alt="" width="24" height="24" /> Flightdeck sandbox</a
          >
          <p><b class="simulated">Simulated</b></p>
        </header>
        <main id="main" class="consent">${body}</main>
        <footer class="foot">A simulated platform: nobody signs in here, and no real account is opened.</footer>
      </body>
    </html> `.text
}

/** The platform's own page for what it will not send anybody back for. */
export function errorPage(
  title: string,
  status: number,
  { heading, text }: { heading: string; text: string },
): SimReply {
  const body = html`<p class="quiet">${title} (simulated)</p>
    <h1>${heading}</h1>
    <p class="lead">${text}</p>
    <p>Nothing was granted, and nobody was sent anywhere.</p>`
  return { status, headers: headers(''), body: frame(`${title}: ${heading}`, body) }
}

export function consentPage(shown: ShownQuestion): SimReply {
  const { title, app, person, tenant, redirectUri, problem } = shown
  const body = html`<p class="quiet">${title} (simulated)</p>
    <h1>${app.name} asks for access to ${title}</h1>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`} ${personPanel(shown)}
    <form method="post" action="${shown.action}" class="panel grant">
      <input type="hidden" name="tenant" value="${tenant}" />
      <input type="hidden" name="person" value="${person.id}" />
      ${scopeList(shown)} ${accountList(shown)}
      <p class="quiet">Afterwards you go to <code>${new URL(redirectUri).origin}</code>.</p>
      <p class="buttons">
        <button name="decision" value="allow" class="main">Allow</button>
        <button name="decision" value="deny">Cancel</button>
      </p>
    </form>`
  return { status: 200, headers: headers(sourceOf(redirectUri)), body: frame(`Allow access to ${title}`, body) }
}

function personPanel({ action, person, tenant }: ShownQuestion): Html {
  return html`<details class="panel">
    <summary>Signed in as ${person.name} of ${tenant}</summary>
    <form method="post" action="${action}">
      <fieldset>
        <legend>Who is signed in</legend>
        ${people.map(
          ({ id, name, role }) =>
            html`<label
              ><input type="radio" name="person" value="${id}" ${id === person.id && html`checked`} /> ${name}
              <span class="quiet">${role}</span></label
            >`,
        )}
      </fieldset>
      <label class="line"
        >Company
        <input name="tenant" value="${tenant}" required maxlength="40" pattern="[a-z0-9\\-]+" autocomplete="off" />
        <span class="quiet">a-z, 0-9 and -; a new one gets ad accounts of its own</span></label
      >
      <p><button name="decision" value="switch">Continue as this person</button></p>
    </form>
  </details>`
}

function scopeList({ scopes, leavesOutScopes }: ShownQuestion): Html {
  if (!leavesOutScopes)
    return html`<h2>It will be allowed to</h2>
      <ul class="scopes">
        ${scopes.map(({ scope, words }) => html`<li>${words} <code>${scope}</code></li>`)}
      </ul>`
  return html`<fieldset>
    <legend>It will be allowed to</legend>
    ${scopes.map(
      ({ scope, words }) =>
        html`<label
          ><input type="checkbox" name="scope" value="${scope}" checked /> ${words} <code>${scope}</code></label
        >`,
    )}
  </fieldset>`
}

function accountList({ accounts, picksAccounts }: ShownQuestion): Html {
  if (!picksAccounts)
    return html`<h2>In these ad accounts</h2>
      <ul class="scopes">
        ${accounts.map(({ id, name }) => html`<li>${name} <code>${id}</code></li>`)}
      </ul>`
  return html`<fieldset>
    <legend>In these ad accounts</legend>
    ${accounts.map(
      ({ id, name }) =>
        html`<label><input type="checkbox" name="account" value="${id}" checked /> ${name} <code>${id}</code></label>`,
    )}
  </fieldset>`
}
