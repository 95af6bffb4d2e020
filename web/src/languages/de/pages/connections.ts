import type { Texts } from '../../catalogue.ts'

export default {
  'Nearly used up: it works, and calls wait until the platform allows more.':
    'Fast aufgebraucht: Es geht weiter, Aufrufe warten, bis die Plattform mehr erlaubt.',
  '{platformTitle} takes it.': '{platformTitle} nimmt die Verbindung an.',
  'It is {found}.': 'Status: {found}.',
  'It is being tried. Nothing is made.': 'Die Probe läuft. Es wird nichts angelegt.',
  'Choose accounts ({unusedAccounts} unused)': 'Konten wählen ({unusedAccounts} ungenutzt)',
  'Choose accounts': 'Konten wählen',
  Check: 'Prüfen',
  'Tries everything that launching needs, by the platform’s own dry run: nothing is made':
    'Probiert alles, was ein Start braucht, mit dem Probelauf der Plattform selbst: Es wird nichts angelegt',
  Rehearse: 'Proben',
  'Disconnect {platformTitle} ({label})': '{platformTitle} ({label}) trennen',
  Disconnect: 'Trennen',
  'Ad accounts': 'Werbekonten',
  'Ad accounts of {platform} ({label})': 'Werbekonten von {platform} ({label})',
  'Those that you choose are used from now on: listed, read, reported, and ready for ads. The rest stays unused.':
    'Was Sie auswählen, wird ab jetzt genutzt: aufgeführt, gelesen, ausgewertet und bereit für Anzeigen. Der Rest bleibt ungenutzt.',
  'All connections': 'Alle Verbindungen',
  'its ad accounts': 'ihre Werbekonten',
  'Rules may work there from now on.': 'Regeln dürfen dort ab jetzt handeln.',
  'New here: rules leave them alone': 'Neu hier: Regeln fassen sie nicht an',
  '{waiting}. No rule would act in them today.': '{waiting}. Heute würde dort keine Regel handeln.',
  '{waiting}. Once you take them in, these rules act there by themselves:':
    '{waiting}. Sobald Sie das erlauben, handeln dort diese Regeln von selbst:',
  'Let rules work in them': { one: 'Regeln dort handeln lassen', other: 'Regeln in allen handeln lassen' },
  '{now} of {now2} are used.': '{now} von {now2} werden genutzt.',
  'The platform lists no ad account for it.': 'Die Plattform führt dafür kein Werbekonto auf.',
  'What it opens': 'Was sie öffnet',
  All: 'Alle',
  None: 'Keine',
  'So far whatever it opens is used, what comes later too. Keeping a choice ends that.':
    'Bisher wird alles genutzt, was sie öffnet, auch was später dazukommt. Mit einer eigenen Auswahl endet das.',
  'Some may be missing: {unread}': 'Einige könnten fehlen: {unread}',
  'not listed any more': 'nicht mehr aufgeführt',
  'Workspace of {name}': 'Bereich von {name}',
  'Use {size} of {accounts}': '{size} von {accounts} nutzen',
  'Connect an account': 'Konto verbinden',
  'You consent at the platform, come back, and choose which ad accounts are used. Try it with the sandbox first, if you like: the steps are the same.':
    'Sie stimmen auf der Plattform zu, kommen zurück und wählen aus, welche Werbekonten genutzt werden. Wenn Sie möchten, probieren Sie es zuerst mit der Sandbox: Die Schritte sind dieselben.',
  'Connect {platform}': '{platform} verbinden',
  'The sandbox stands in for it.': 'Dafür springt jetzt die Sandbox ein.',
  '{platformTitle} is not connected: nothing is read or sent there.':
    '{platformTitle} ist nicht verbunden: Dort wird nichts gelesen und nichts gesendet.',
  'Use its sandbox': 'Deren Sandbox nutzen',
  'Connect {platform} again': '{platform} neu verbinden',
  'Connecting is for admins and owners.': 'Verbinden dürfen nur Verwaltung und Inhaber.',
  'Ask one of them to open this page.': 'Bitten Sie jemanden davon, diese Seite zu öffnen.',
  'You consent at the platform, come back here, and choose which ad accounts are used.':
    'Sie stimmen auf der Plattform zu, kommen hierher zurück und wählen aus, welche Werbekonten genutzt werden.',
  'what is asked for': 'die Anfrage',
  '{platformTitle} for {name}': '{platformTitle} für {name}',
  'Ad accounts that you choose will belong to {name}.': 'Werbekonten, die Sie auswählen, gehören dann zu {name}.',
  'The connection “{label}” of {name} is opened anew. What waits for it goes on by itself.':
    'Die Verbindung „{label}“ von {name} wird erneuert. Was auf sie wartet, läuft von selbst weiter.',
  'This leads to the simulator: nothing there costs money.': 'Das führt zum Simulator: Dort kostet nichts Geld.',
  'Ads in them cost real money.': 'Anzeigen darin kosten echtes Geld.',
  'What to call it': 'Name der Verbindung',
  'For whoever has several, such as one for each client. Empty: as whoever consents.':
    'Für alle, die mehrere haben, etwa eine je Kunde. Leer: wie die Person, die zustimmt.',
  '{platformTitle} has to know an app before it asks anybody: set one beside.':
    '{platformTitle} muss eine App kennen, bevor um Zustimmung gebeten wird: Hinterlegen Sie nebenan eine.',
  'Continue to {platformTitle}': 'Weiter zu {platformTitle}',
  'What you will be asked to allow': 'Was Sie erlauben sollen',
  'not, or the platform does not say': 'nie, oder die Plattform sagt es nicht',
  'Opened as': 'Geöffnet als',
  Ends: 'Läuft ab',
  'Platform version': 'Version der Plattform',
  'The platform {what}.': 'Laut Plattform: {what}.',
  '{feature} cannot work yet: it lacks {missing}.': '{feature} geht noch nicht: Es fehlt {missing}.',
  Permissions: 'Berechtigungen',
  'No ad account is reached through it.': 'Darüber ist kein Werbekonto erreichbar.',
  '{count} ad accounts, and how much of the platform’s allowance is used': {
    one: '{count} Werbekonto, und wie viel vom Kontingent der Plattform genutzt ist',
    other: '{count} Werbekonten, und wie viel vom Kontingent der Plattform genutzt ist',
  },
  '{rest} more': '{rest} weitere',
  'and {rest} more.': 'und {rest} weitere.',
  'The platform takes no calls for it until {blockedUntil}.':
    'Die Plattform nimmt dafür bis {blockedUntil} keine Aufrufe an.',
  'Allowance of {name} that is used': 'Genutztes Kontingent von {name}',
  'How Flightdeck reaches each platform. In the sandbox nothing costs money; what is live does.':
    'Wie Flightdeck jede Plattform erreicht. In der Sandbox kostet nichts Geld, live schon.',
  'Paste a token': 'Token einfügen',
  '{name} (may be left out)': '{name} (kann entfallen)',
  'Choose what becomes of them': 'Wählen Sie, was daraus wird',
  'Pause them now': 'Jetzt pausieren',
  'Let them go on without an end': 'Ohne Ende weiterlaufen lassen',
  'Disconnected.': 'Getrennt.',
  '{platformTitle} took the consent back.': '{platformTitle} hat die Zustimmung zurückgenommen.',
  'Take the consent back there: {revokeByHand}': 'Nehmen Sie die Zustimmung dort zurück: {revokeByHand}',
  'Disconnect {platformTitle} ({label})?': '{platformTitle} ({label}) trennen?',
  'What was read and done through it stays: figures, batches, receipts and the audit log.':
    'Was darüber gelesen und getan wurde, bleibt: Zahlen, Stapel, Belege und das Prüfprotokoll.',
  'Keep it': 'Behalten',
  'what stops': 'die Folgen',
  'What is to end there': 'Was dort enden soll',
  '{count} ad accounts: {names}': { one: '{count} Werbekonto: {names}', other: '{count} Werbekonten: {names}' },
  'the daily figures of {count} accounts are read no more': {
    one: 'die Tageszahlen von {count} Konto werden nicht mehr gelesen',
    other: 'die Tageszahlen von {count} Konten werden nicht mehr gelesen',
  },
  'ads of {count} batches wait until it is connected again': {
    one: 'Anzeigen aus {count} Stapel warten, bis wieder verbunden wird',
    other: 'Anzeigen aus {count} Stapeln warten, bis wieder verbunden wird',
  },
  'rules see these accounts no more: {names}': 'Regeln sehen diese Konten nicht mehr: {names}',
  'nobody ends “{name}” at {endTime}': '„{name}“ wird {endTime} nicht mehr beendet',
  'Nothing is reached through it, so nothing stops.': 'Darüber ist nichts erreichbar, also hört auch nichts auf.',
  '{all} more': '{all} weitere',
  '{platformTitle} is connected as “{label}”.': '{platformTitle} ist als „{label}“ verbunden.',
  'Choose which of its ad accounts are used: until then nothing is read and nothing is spent.':
    'Wählen Sie aus, welche Werbekonten genutzt werden: Bis dahin wird nichts gelesen und nichts ausgegeben.',
  '{count} of its ad accounts are used.': {
    one: '{count} der Werbekonten wird genutzt.',
    other: '{count} der Werbekonten werden genutzt.',
  },
  'Choose ad accounts': 'Werbekonten wählen',
  'The platform says that you did not agree.': 'Die Plattform sagt, dass Sie nicht zugestimmt haben.',
  'The platform sent you back without saying anything.': 'Die Plattform hat Sie ohne Angabe zurückgeschickt.',
  'This was not begun here, was begun more than ten minutes ago, or comes from somebody else.':
    'Das wurde nicht hier begonnen, vor mehr als zehn Minuten begonnen oder kommt von jemand anderem.',
  'Whoever began this is not signed in here any more, or may not connect any more. Sign in and begin again.':
    'Wer das begonnen hat, ist hier nicht mehr angemeldet oder darf nicht mehr verbinden. Melden Sie sich an und beginnen Sie neu.',
  'This is being finished, or was cut off. Look at the list in a moment; if nothing new is there, connect again.':
    'Das wird gerade fertig oder wurde unterbrochen. Sehen Sie gleich in der Liste nach; steht dort nichts Neues, verbinden Sie noch einmal.',
  'The app at the platform was removed meanwhile. Set one, then connect again.':
    'Die App auf der Plattform wurde inzwischen entfernt. Hinterlegen Sie eine und verbinden Sie noch einmal.',
  'The platform refused it.': 'Die Plattform hat es abgelehnt.',
  'The platform did not answer in a way that can be read. Try again in a moment.':
    'Die Antwort der Plattform war nicht lesbar. Versuchen Sie es gleich noch einmal.',
  'The platform granted less than it takes. Connect again and leave every permission ticked.':
    'Die Plattform hat weniger erlaubt, als nötig ist. Verbinden Sie noch einmal und lassen Sie jede Berechtigung angekreuzt.',
  'No ad account was opened to us. Connect again and choose at least one at the platform.':
    'Es wurde kein Werbekonto geöffnet. Verbinden Sie noch einmal und wählen Sie auf der Plattform mindestens eines aus.',
  'That login opens none of the accounts of the connection.':
    'Diese Anmeldung öffnet keines der Konten der Verbindung.',
  'Something went wrong on our side. Connect again; if that fails too, ask the operator to look at the log.':
    'Bei uns ist etwas schiefgegangen. Verbinden Sie noch einmal; klappt auch das nicht, bitten Sie den Betreiber, ins Protokoll zu sehen.',
  'Nothing was connected.': 'Es wurde nichts verbunden.',
  'Begin again below, whenever you like.': 'Beginnen Sie unten neu, wann Sie möchten.',
  'The app that asks': 'Die App, die anfragt',
  'the app': 'die App',
  'The company’s own app is used.': 'Genutzt wird die eigene App des Unternehmens.',
  'The app of whoever runs Flightdeck is used. A company may set its own.':
    'Genutzt wird die App des Betreibers von Flightdeck. Ein Unternehmen kann eine eigene hinterlegen.',
  'The simulator’s app is used.': 'Genutzt wird die App des Simulators.',
  'The platform has to know an app first: one of its developer console. Nobody has set one yet.':
    'Die Plattform muss zuerst eine App aus ihrer Entwicklerkonsole kennen. Bisher ist keine hinterlegt.',
  'Forgotten.': 'Entfernt.',
  'Set by {setBy}, {setAt}.': 'Hinterlegt von {setBy}, {setAt}.',
  'The console has to list this address, to the letter:': 'Die Konsole muss genau diese Adresse aufführen:',
  'An owner may set the company’s own.': 'Inhaber können eine eigene des Unternehmens hinterlegen.',
  'Forget the company’s own app': 'Eigene App entfernen',
  'Forget the company’s own app?': 'Eigene App des Unternehmens entfernen?',
  'Forget it': 'Entfernen',
  'Connections that were made with it go on until they have to be consented to again.':
    'Verbindungen, die damit entstanden sind, laufen weiter, bis ihnen neu zugestimmt werden muss.',
  'The app is kept, sealed.': 'Die App ist verschlüsselt gespeichert.',
  'Replace the company’s own app': 'Eigene App ersetzen',
  'Set the company’s own app': 'Eigene App hinterlegen',
  '{name} is connected. What you pasted is sealed and never shown again.':
    '{name} ist verbunden. Was Sie eingefügt haben, ist verschlüsselt und wird nie wieder gezeigt.',
  'It has to be a JSON object of texts, or the bare token.':
    'Nötig ist ein JSON-Objekt aus Texten oder das bloße Token.',
  'Paste a token or keys': 'Token oder Schlüssel einfügen',
  'The platform is asked at once what they open; what it refuses is not kept.':
    'Die Plattform wird sofort gefragt, was sie öffnen; was sie ablehnt, wird nicht gespeichert.',
  Platform: 'Plattform',
  'Token or keys': 'Token oder Schlüssel',
  'A JSON object such as {example}, or the bare token where a token is all it takes.':
    'Ein JSON-Objekt wie {example}, oder nur das Token, wo ein Token genügt.',
  'Rehearsal: {words} <span>by {by}, {startedAt}</span>': 'Probe: {words} <span>von {by}, {startedAt}</span>',
  'How much of it was tried': 'Wie viel davon probiert ist',
  'under way': 'läuft',
  'all is well': 'alles in Ordnung',
  '{count} things to look at': { one: '{count} Punkt zum Ansehen', other: '{count} Punkte zum Ansehen' },
  well: 'in Ordnung',
  'look at it': 'bitte ansehen',
  'does not work': 'geht nicht',
  'not tried': 'nicht probiert',
  'The connection itself': 'Die Verbindung selbst',
  'Your ad accounts': 'Ihre Werbekonten',
  'Real campaigns, real money.': 'Echte Kampagnen, echtes Geld.',
  'The sandbox': 'Die Sandbox',
  'The same steps at the simulator; nothing costs money.': 'Dieselben Schritte im Simulator; nichts kostet Geld.',
  'Where it leads': 'Wohin es führt',
  '{feature}, may be left out': '{feature}, kann entfallen',
  '{platformVersion}, which ends on {day}': '{platformVersion}, endet am {day}',
} satisfies Texts
