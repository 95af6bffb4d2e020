/** What columns of the sheet are called, and what each holds, from the fields of a launch. */
export default {
  Name: 'Name',
  Account: 'Konto',
  'Ad set': 'Anzeigengruppe',
  Platform: 'Plattform',
  Page: 'Seite',
  Media: 'Medien',
  Title: 'Titel',
  Description: 'Beschreibung',
  'Client ref': 'Eigene Referenz',
  'Launch paused': 'Pausiert starten',
  'Workspace id': 'Bereichs-ID',
  Type: 'Art',
  Status: 'Status',
  Enhancements: 'Verbesserungen',
  'Primary name': 'Name der Seite',
  'Secondary name': 'Name des Profils',
  'Ad description': 'Anzeigenbeschreibung',
  'Headline variations': 'Varianten der Überschrift',
  'Body variations': 'Varianten des Textes',
  'Promo code': 'Aktionscode',
  'Ai disclosure': 'KI-Kennzeichnung',
  'Ai media self disclosure': 'KI-Selbstauskunft der Medien',
  'Scale post id': 'ID des beworbenen Beitrags',
  'Partnership code': 'Partnerschaftscode',
  'Creator id': 'Creator-ID',
  'Creator page id': 'ID der Creator-Seite',
  'Board id': 'Pinnwand-ID',
  Headline: 'Überschrift',
  'Brand name': 'Markenname',
  'Profile id': 'Profil-ID',
  'Snap ad type': 'Art der Snap-Anzeige',
  'Identity id': 'Identitäts-ID',
  'Identity type': 'Art der Identität',
  'Spark post id': 'ID des Spark-Beitrags',
  'Spark code': 'Spark-Code',
  'Organization id': 'Organisations-ID',
  'Post id': 'Beitrags-ID',
  'Media type': 'Art der Datei',
  Thumbnail: 'Vorschaubild',
  'Ad copy description': 'Notiz zum Text',
  'Media platform': 'Herkunft der Datei',
  'Effective story id': 'ID des Beitrags',
  'Existing ad': 'Vorhandene Anzeige',
  'Is existing post': 'Vorhandener Beitrag',
  'Carousel title': 'Titel der Karte',
  'Carousel description': 'Beschreibung der Karte',
  'Carousel link': 'Link der Karte',
  'Carousel index': 'Nummer der Karte',
  'Name of the ad.': 'Name der Anzeige.',
  'The ad account it is launched in; GET /v1/adaccounts lists them.':
    'Das Werbekonto, in dem sie gestartet wird; sie stehen hier: GET /v1/adaccounts.',
  'The ad sets: an ad is made in each of them; GET /v1/adsets lists them.':
    'Die Anzeigengruppen: In jeder entsteht eine Anzeige; sie stehen hier: GET /v1/adsets.',
  'Found from the account when left out.': 'Ergibt sich aus dem Konto, wenn hier nichts steht.',
  'On {1}: The page that speaks in the ad; GET /v1/profiles lists them. On {2}: The public profile, where profileId is left out. On {3}: The same as organizationId.':
    'Bei {1}: die Seite, die in der Anzeige spricht; sie stehen hier: GET /v1/profiles. Bei {2}: das öffentliche Profil, wenn keine Profil-ID angegeben ist. Bei {3}: dasselbe wie die Organisations-ID.',
  'On {1}: Profile on {network}; GET /v1/profiles lists them. null: the page speaks alone, for advertisers who have none.':
    'Bei {1}: das Profil bei {network}; sie stehen hier: GET /v1/profiles. null: Die Seite spricht allein, wenn es kein solches Profil gibt.',
  'Where the file is, such as an address from an upload.':
    'Wo die Datei liegt, zum Beispiel die Adresse nach dem Hochladen.',
  'Headline.': 'Überschrift.',
  'Primary text.': 'Haupttext.',
  'Call to action, such as LEARN_MORE or SHOP_NOW.': 'Handlungsaufforderung, zum Beispiel LEARN_MORE oder SHOP_NOW.',
  'Where a click leads.': 'Wohin ein Klick führt.',
  'Parameters that are added to the link, such as utm_source=spring.':
    'Parameter, die an den Link angehängt werden, zum Beispiel utm_source=spring.',
  'Your own name for this ad, unique in the launch.': 'Ihr eigener Name für diese Anzeige, nur einmal in einem Start.',
  'The ad is made, and not shown yet.': 'Die Anzeige wird angelegt und noch nicht gezeigt.',
  'The workspace of the ad account.': 'Der Bereich des Werbekontos.',
  'single when left out: one media item, or several pictures where a platform makes them the cards of one ad. multi: one media item per aspect ratio, two at least. carousel: cards in the order of media. flexible: any media, with headlineVariations and bodyVariations. partnershipCode: set by itself when a partnershipCode is given. single is possible on {1}; multi is possible on {2}; carousel is possible on {3}; flexible is possible on {4}; partnershipCode is possible on {5}.':
    'Ohne Angabe single: eine Datei, oder mehrere Bilder, wo eine Plattform sie zu Karten einer Anzeige macht. multi: eine Datei je Seitenverhältnis, mindestens zwei. carousel: Karten in der Reihenfolge der Medien. flexible: beliebige Medien, mit Varianten von Überschrift und Text. partnershipCode: gilt von selbst, wenn ein Partnerschaftscode angegeben ist. single gibt es bei {1}; multi bei {2}; carousel bei {3}; flexible bei {4}; partnershipCode bei {5}.',
  'PAUSED: as launchPaused.': 'PAUSED: wie „Pausiert starten“.',
  'What the platform may change: off (default), platform (it decides), or names with on.':
    'Was die Plattform ändern darf: off (Vorgabe), platform (sie entscheidet) oder Namen mit on.',
  'On {1}: Display name of the page. On {2}: Who advertises, where brandName is left out. On {3}: Display name of the organization.':
    'Bei {1}: Anzeigename der Seite. Bei {2}: wer wirbt, wenn kein Markenname angegeben ist. Bei {3}: Anzeigename der Organisation.',
  'On {1}: Display name of that profile.': 'Bei {1}: Anzeigename dieses Profils.',
  'On {1}: The line below the headline.': 'Bei {1}: die Zeile unter der Überschrift.',
  'On {1}: Headlines of a flexible ad; the title when left out.':
    'Bei {1}: Überschriften einer flexiblen Anzeige; ohne Angabe der Titel.',
  'On {1}: Primary texts of a flexible ad; the description when left out. On {2}: Texts of a flexible ad, at most 5; the description when left out.':
    'Bei {1}: Haupttexte einer flexiblen Anzeige; ohne Angabe die Beschreibung. Bei {2}: Texte einer flexiblen Anzeige, höchstens 5; ohne Angabe die Beschreibung.',
  'On {1}: A code that buyers enter: letters, digits, dashes and underscores, with at least 2 letters.':
    'Bei {1}: ein Code, den Käufer eingeben: Buchstaben, Ziffern, Binde- und Unterstriche, mit mindestens 2 Buchstaben.',
  'On {1}: true: the media were made or altered with AI; false: not. Opts in to the AI self-disclosure of the creative. On {2}: true: the media were made or altered with AI; false: not. The platform has published no name for it: the setting {setting} gives the one that is sent. On {3}: true: the media were made or altered with AI; false: not. Labels the ad as AI-generated.':
    'Bei {1}: true: Die Medien wurden mit KI erstellt oder verändert; false: nicht. Meldet das Creative zur KI-Selbstauskunft an. Bei {2}: true: Die Medien wurden mit KI erstellt oder verändert; false: nicht. Die Plattform hat dafür keinen Namen veröffentlicht: Die Einstellung {setting} nennt den, der gesendet wird. Bei {3}: true: Die Medien wurden mit KI erstellt oder verändert; false: nicht. Kennzeichnet die Anzeige als KI-generiert.',
  'On {1}: The same as aiDisclosure.': 'Bei {1}: dasselbe wie die KI-Kennzeichnung.',
  'On {1}: Boost the post in media[0].effectiveStoryId, whose three existing-post flags are true. On {2}: Sponsor the post in media[0].effectiveStoryId: the same as postId.':
    'Bei {1}: den Beitrag aus „ID des Beitrags“ bewerben; die drei Spalten für vorhandene Beiträge sind dann true. Bei {2}: den Beitrag aus „ID des Beitrags“ sponsern, wie mit der Beitrags-ID.',
  'On {1}: A code from a creator for an ad with their post: starts with adcode-, or has 16 or more characters.':
    'Bei {1}: ein Code eines Creators für eine Anzeige mit seinem Beitrag: Er beginnt mit adcode- oder hat mindestens 16 Zeichen.',
  'Id of that profile.': 'ID dieses Profils.',
  'Id of that page.': 'ID dieser Seite.',
  'On {1}: The board of the pin; GET /v1/pinterest/boards lists them.':
    'Bei {1}: die Pinnwand des Pins; sie stehen hier: GET /v1/pinterest/boards.',
  'On {1}: Headline: at most 34 characters; the title when left out. On other platforms it is the title, where that is empty.':
    'Bei {1}: Überschrift, höchstens 34 Zeichen; ohne Angabe der Titel. Bei anderen Plattformen ist es der Titel, wenn dieser leer ist.',
  'On {1}: Who advertises: at most 32 characters; primaryName when left out.':
    'Bei {1}: wer wirbt, höchstens 32 Zeichen; ohne Angabe der Name der Seite.',
  'On {1}: Public profile that speaks in the ad; page when left out.':
    'Bei {1}: das öffentliche Profil, das in der Anzeige spricht; ohne Angabe die Seite.',
  'On {1}: Kind of creative: WEB_VIEW (with a link) or SNAP_AD (without).':
    'Bei {1}: Art des Creatives: WEB_VIEW (mit Link) oder SNAP_AD (ohne).',
  'On {1}: Who speaks in the ad; GET /v1/tiktok/identities lists them.':
    'Bei {1}: wer in der Anzeige spricht; sie stehen hier: GET /v1/tiktok/identities.',
  'On {1}: Kind of the identity; found from identityId when left out.':
    'Bei {1}: Art der Identität; ergibt sich sonst aus der Identitäts-ID.',
  'On {1}: Show this post of the identity instead of media.':
    'Bei {1}: diesen Beitrag der Identität statt Medien zeigen.',
  'On {1}: Authorization code of a creator’s post, to show it instead of media.':
    'Bei {1}: Autorisierungscode für den Beitrag eines Creators, der statt Medien gezeigt wird.',
  'On {1}: The organization that speaks in the ad; that of the ad set when left out. GET /v1/profiles lists them.':
    'Bei {1}: die Organisation, die in der Anzeige spricht; ohne Angabe die der Anzeigengruppe. Sie stehen hier: GET /v1/profiles.',
  'On {1}: Sponsor this post of the organization instead of media; GET /v1/linkedin/posts lists them.':
    'Bei {1}: diesen Beitrag der Organisation statt Medien sponsern; sie stehen hier: GET /v1/linkedin/posts.',
  'Found from the file when left out. A WebP picture is sent as a JPEG, or as a PNG where it is transparent. A document (PDF) is possible on {1}.':
    'Ergibt sich ohne Angabe aus der Datei. Ein WebP-Bild wird als JPEG gesendet, oder als PNG, wenn es durchsichtig ist. Ein Dokument (PDF) gibt es bei {1}.',
  'Preview picture of a video.': 'Vorschaubild eines Videos.',
  'A note about the text beside this file. No ad is made of it.':
    'Eine Notiz zum Text neben dieser Datei. Daraus wird keine Anzeige.',
  'Where the file came from. Nothing depends on it.': 'Woher die Datei kam. Davon hängt nichts ab.',
  'On {1}: {page_id}_{post_id}, for boosting a post. On {2}: The post to sponsor, as its URN.':
    'Bei {1}: {page_id}_{post_id}, um einen Beitrag zu bewerben. Bei {2}: der Beitrag, der gesponsert wird, als URN.',
  'On {1}: true where the post in effectiveStoryId is shown.':
    'Bei {1}: true, wenn der Beitrag aus „ID des Beitrags“ gezeigt wird.',
  "On {1}: Headline of the card: required in a carousel. On {2}: Headline of the card; the ad's title when left out.":
    'Bei {1}: Überschrift der Karte, in einem Karussell nötig. Bei {2}: Überschrift der Karte; ohne Angabe der Titel der Anzeige.',
  'On {1}: The line below the headline of the card.': 'Bei {1}: die Zeile unter der Überschrift der Karte.',
  "On {1}: Where a click on the card leads; the ad's link when left out.":
    'Bei {1}: wohin ein Klick auf die Karte führt; ohne Angabe der Link der Anzeige.',
  'On {1}: A label: cards are shown in the order of media.':
    'Bei {1}: nur eine Bezeichnung; Karten stehen in der Reihenfolge der Medien.',
} satisfies Record<string, string>
