import type account from './es-MX/account.json';
import type admin from './es-MX/admin.json';
import type analytics from './es-MX/analytics.json';
import type auth from './es-MX/auth.json';
import type below from './es-MX/below.json';
import type catalog from './es-MX/catalog.json';
import type checkout from './es-MX/checkout.json';
import type code from './es-MX/code.json';
import type common from './es-MX/common.json';
import type community from './es-MX/community.json';
import type dashboard from './es-MX/dashboard.json';
import type errors from './es-MX/errors.json';
import type figures from './es-MX/figures.json';
import type landing from './es-MX/landing.json';
import type leads from './es-MX/leads.json';
import type lesson from './es-MX/lesson.json';
import type lost from './es-MX/lost.json';
import type office from './es-MX/office.json';
import type people from './es-MX/people.json';
import type premium from './es-MX/premium.json';
import type profile from './es-MX/profile.json';
import type progress from './es-MX/progress.json';
import type projections from './es-MX/projections.json';
import type reviews from './es-MX/reviews.json';
import type scholarships from './es-MX/scholarships.json';
import type setup from './es-MX/setup.json';
import type shell from './es-MX/shell.json';
import type shop from './es-MX/shop.json';
import type site from './es-MX/site.json';
import type siteAdmin from './es-MX/siteAdmin.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: {
      checkout: typeof checkout;
      below: typeof below;
      code: typeof code;
      common: typeof common;
      errors: typeof errors;
      figures: typeof figures;
      landing: typeof landing;
      catalog: typeof catalog;
      auth: typeof auth;
      community: typeof community;
      dashboard: typeof dashboard;
      lesson: typeof lesson;
      progress: typeof progress;
      profile: typeof profile;
      account: typeof account;
      admin: typeof admin;
      projections: typeof projections;
      lost: typeof lost;
      people: typeof people;
      premium: typeof premium;
      setup: typeof setup;
      shell: typeof shell;
      shop: typeof shop;
      site: typeof site;
      reviews: typeof reviews;
      siteAdmin: typeof siteAdmin;
      leads: typeof leads;
      office: typeof office;
      scholarships: typeof scholarships;
      analytics: typeof analytics;
    };
  }
}
